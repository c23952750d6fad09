import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { readConfig } from "#kit/config.ts";
import { createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { readTls } from "#kit/grpc/tls.ts";
import { createLogger } from "#kit/log.ts";
import { runProcess } from "#kit/service.ts";
import { smokeConfig } from "./config.ts";
import { CALL_TIMEOUT_MS, smoke } from "./smoke.ts";

/** Makes one real REST, gRPC and MCP call to an install, as `helm test` does. */
runProcess(async () => {
  const config = readConfig(smokeConfig, process.env);
  using channel = openChannel(config.ACCOUNT_ADDRESS, readTls(config, createLogger("smoke", "warn")), [AccountService]);
  await smoke({
    accounts: createGrpcClient(AccountService, channel, CALL_TIMEOUT_MS),
    restUrl: config.REST_URL,
    grpcAddress: config.GRPC_ADDRESS,
    say: (line) => process.stdout.write(`${line}\n`),
  });
});
