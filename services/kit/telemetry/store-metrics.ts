import { metric } from "./metric.ts";

export const DB_CLIENT_DURATION = metric({
  name: "db_client_operation_duration_seconds",
  kind: "histogram",
  labels: ["db.system.name", "db.operation.name", "error.type"],
  about:
    "Calls of stores, each try by itself; `db_system_name`: `mysql` (MariaDB too), `redis`, `milvus`, `sqlite`; `db_operation_name`: the statement's first word, the command, the call",
});
export const HTTP_CLIENT_DURATION = metric({
  name: "http_client_request_duration_seconds",
  kind: "histogram",
  labels: ["peer", "http.request.method", "http.response.status_code", "error.type"],
  about:
    "Requests to others, each try by itself, until the answer's headers; `peer`: `embedding`, `language_model`, `web_search`, `identity_provider` by their addresses in the settings, else `other`",
});
