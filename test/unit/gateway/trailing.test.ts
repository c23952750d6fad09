import assert from "node:assert/strict";
import { detailOf, openGateway } from "./open-gateway.ts";

describe("gateway: a path that ends with a slash", () => {
  it("is no path, with or without a key, and no operation", async () => {
    await using gateway = await openGateway();
    const callers: Record<string, string>[] = [{}, { "x-api-key": "" }];
    for (const headers of callers) {
      const response = await gateway.get("/api/documents/", headers);
      assert.equal(response.statusCode, 404);
      assert.match(detailOf(response), /No such path/);
    }
    assert.deepEqual(gateway.recorded, []);
  });

  it("leaves the description of documents as it is", async () => {
    await using gateway = await openGateway();
    const { paths } = (await gateway.get("/api/openapi.json")).json();
    assert.ok("/api/documents/{doc_id}" in paths, Object.keys(paths).join());
  });
});
