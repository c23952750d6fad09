import { DomainError } from "../errors.ts";

/** Another transaction was in the way; the server has undone what was asked, and the same again may succeed. */
export class LockConflict extends DomainError {}

/** Of the driver, which gives its errors a code, or of the server, which gives them a number too. */
interface Failure {
  code?: string;
  errno?: number;
  fatal?: boolean;
}

/** https://mariadb.com/kb/en/mariadb-error-code-reference/; where MySQL has another number for the same, both. */
const DUPLICATE = [1062, 1586];
const FOREIGN_KEY = [1451, 1452];
const LOCKED = [1205, 1213];
const REFUSED = [1044, 1045, 1130, 1142, 1698];
const NO_DATABASE = [1049];
const FULL = [1021, 1041, 1114];
const READ_ONLY = [1290, 1792, 1836];
const TOO_SLOW = [1969, 3024, 1317];
const TOO_MANY = [1040, 1203];
const TOO_LARGE = [1153];
const GONE = [1053, 1077, 1080, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013];

/** The driver's own, without a number of the server. */
const GONE_CODES =
  /^(PROTOCOL_|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|EHOSTUNREACH$|ENETUNREACH$|EHOSTDOWN$|HANDSHAKE_)/;

/** Of Node's TLS, and of the driver when the server offers none. */
const UNTRUSTED =
  /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HANDSHAKE_NO_SSL_SUPPORT|HANDSHAKE_SSL_)/;

/**
 * What a failure of MySQL or MariaDB means to the operator. Nothing of the driver's own error is kept but its code: its
 * message and fields hold the statement with all values in it, hosts, and users.
 */
export function toDomainError(failure: unknown): DomainError {
  if (failure instanceof DomainError) return failure;
  const { code = "", errno = 0, fatal = false } = (failure ?? {}) as Failure;
  const cause = new Error(`MySQL error ${errno} ${code}`);
  const unavailable = (sentence: string) => new DomainError("unavailable", `MySQL: ${sentence}`, { cause });
  if (LOCKED.includes(errno)) {
    return new LockConflict("unavailable", "MySQL: others held the same rows for too long. Try again.", { cause });
  }
  if (DUPLICATE.includes(errno)) {
    return new DomainError("conflict", "A row with that identifier is there already", { cause });
  }
  if (FOREIGN_KEY.includes(errno)) {
    return new DomainError("conflict", "A row that this one belongs to is not there, or still needed", { cause });
  }
  if (REFUSED.includes(errno)) {
    return unavailable("the user of MYSQL_URL was refused. Check its name, its password and what it may do.");
  }
  if (NO_DATABASE.includes(errno)) return unavailable("the database of MYSQL_URL is not there. Create it first.");
  if (FULL.includes(errno)) return unavailable("the server's disk or memory is full; nothing half-done was kept.");
  if (READ_ONLY.includes(errno)) return unavailable("the server takes no changes: it is read-only.");
  if (TOO_SLOW.includes(errno)) return unavailable("a statement took too long and was ended. Try again.");
  if (TOO_MANY.includes(errno)) return unavailable("the server has no connection left. Raise its max_connections.");
  if (TOO_LARGE.includes(errno)) {
    return unavailable("a statement was too large. Set the server's max_allowed_packet to 16M or more.");
  }
  if (UNTRUSTED.test(code)) {
    return unavailable(
      "the server's certificate is not of a known authority, or for another name. See ssl-ca in MYSQL_URL.",
    );
  }
  const isGone = GONE.includes(errno) || GONE_CODES.test(code) || (errno < 1000 && fatal);
  if (isGone) {
    return unavailable(
      "the server cannot be reached, or has not answered in time. Check host and port of MYSQL_URL, and what lies between.",
    );
  }
  return new DomainError("internal", `MySQL answered with error ${errno} ${code}`, { cause });
}
