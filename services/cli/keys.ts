import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Argument, type Command, Option } from "commander";
import type { ApiKey } from "#gen/insights/account/v1/api_key_pb.ts";
import { DomainError } from "#kit/errors.ts";
import { words } from "./options.ts";
import type { Shell } from "./shell.ts";
import { alignTable } from "./table.ts";

const TIERS = ["free", "pro", "enterprise"];

/** `insights keys …`: the operator's hand on API keys. */
export function registerKeys(program: Command, shell: Shell): void {
  const keys = program
    .command("keys")
    .description("Create, list, move and revoke API keys")
    .addHelpText("after", "\nExample:\n  insights keys create --name notebook");
  registerCreate(keys, shell);
  registerList(keys, shell);
  registerTier(keys, shell);
  registerRevoke(keys, shell);
}

function registerCreate(keys: Command, shell: Shell): void {
  keys
    .command("create")
    .description("Make a key; it is shown this once and never again")
    .requiredOption("--name <name>", "label of the key, 1 to 100 characters", words)
    .addOption(new Option("--tier <tier>", "what the key may do").choices(TIERS).default("free"))
    .option("--email <email>", "the account that will own it (default: the local operator's)", words)
    .option("--json", "print the key's record with raw_key")
    .addHelpText(
      "after",
      "\nExamples:\n  insights keys create --name notebook\n  KEY=$(insights keys create --name ci --tier pro --json | jq -r .raw_key)",
    )
    .action(async ({ name, tier, email, json }: { name: string; tier: string; email?: string; json?: boolean }) => {
      await using services = await shell.connect("keys create");
      const by =
        email === undefined ? { case: "operator" as const, value: true } : { case: "email" as const, value: email };
      const { key, rawKey } = await services.accounts.createKey({ account: { by }, name, tier });
      if (json) return shell.printJson({ ...toRecord(whole(key)), raw_key: rawKey });
      shell.print(rawKey);
      shell.note("Keep it: it is not stored and cannot be shown again. Send it as the X-API-Key header.");
    });
}

function registerList(keys: Command, shell: Shell): void {
  keys
    .command("list")
    .description("List the keys of all accounts, newest first, revoked ones too")
    .option("--json", "print an array of records")
    .addHelpText("after", "\nExample:\n  insights keys list --json | jq '.[] | select(.is_active)'")
    .action(async ({ json }: { json?: boolean }) => {
      await using services = await shell.connect("keys list");
      const { keys } = await services.accounts.listKeys({});
      if (json) return shell.printJson(keys.map(toRecord));
      if (keys.length === 0) return shell.note('There are no keys. "insights keys create --name NAME" makes one.');
      shell.print(alignTable(["key_id", "key", "tier", "state", "created", "last used", "name"], keys.map(toRow)));
    });
}

function registerTier(keys: Command, shell: Shell): void {
  keys
    .command("tier")
    .description("Move a key to another tier, from its next request on")
    .argument("<key-id>", "identifier of the key, as list prints it")
    .addArgument(new Argument("<tier>", "the new tier").choices(TIERS))
    .option("--json", "print the key's record")
    .addHelpText("after", "\nExample:\n  insights keys tier 0b9e2c1a-4f6d-4b0e-9a57-2d1c7f3e8a60 pro")
    .action(async (keyId: string, tier: string, { json }: { json?: boolean }) => {
      await using services = await shell.connect("keys tier");
      const { key } = await services.accounts.setKeyTier({ keyId, tier });
      if (json) return shell.printJson(toRecord(whole(key)));
      shell.print(`${whole(key).prefix}… is ${tier} from its next request on.`);
    });
}

function registerRevoke(keys: Command, shell: Shell): void {
  keys
    .command("revoke")
    .description("Make a key inactive: it is refused on its very next request")
    .argument("<key-id>", "identifier of the key, as list prints it")
    .option("--json", 'print {"key_id", "is_active": false}')
    .addHelpText("after", "\nExample:\n  insights keys revoke 0b9e2c1a-4f6d-4b0e-9a57-2d1c7f3e8a60")
    .action(async (keyId: string, { json }: { json?: boolean }) => {
      await using services = await shell.connect("keys revoke");
      await services.accounts.revokeKey({ keyId });
      if (json) return shell.printJson({ key_id: keyId, is_active: false });
      shell.print(`${keyId} is revoked.`);
    });
}

function whole(key: ApiKey | undefined): ApiKey {
  if (!key) throw new DomainError("internal", "The account service answered without a key");
  return key;
}

const toRecord = (key: ApiKey) => ({
  key_id: key.keyId,
  name: key.name,
  prefix: key.prefix,
  tier: key.tier,
  is_active: key.isActive,
  created_at: key.createTime ? timestampDate(key.createTime).toISOString() : null,
  last_used_at: key.lastUseTime ? timestampDate(key.lastUseTime).toISOString() : null,
});

const toRow = (key: ApiKey): string[] => [
  key.keyId,
  `${key.prefix}…`,
  key.tier,
  key.isActive ? "active" : "revoked",
  key.createTime ? timestampDate(key.createTime).toISOString().slice(0, 10) : "",
  key.lastUseTime ? timestampDate(key.lastUseTime).toISOString().slice(0, 10) : "never",
  key.name,
];
