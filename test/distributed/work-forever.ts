import { randomUUID } from "node:crypto";
import { openMysqlAccountStore } from "../../services/account/adapters/mysql-accounts.ts";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { insight, submission, version } from "../contract/document-store.ts";

/** A process that takes documents in and records each as usage until it is killed. Says on stdout what it was promised. */
const [url = "", owner = "", accountId = ""] = process.argv.slice(2);
const documents = await openMysqlDocumentStore({ url });
const accounts = await openMysqlAccountStore({ url });
const LIMIT = { jobs: 1_000, bytes: 1 << 30 };

const say = (line: string) => new Promise((resolve) => process.stdout.write(`${line}\n`, resolve));

await documents.takeOver(owner);
for (let round = 0; ; round += 1) {
  // The same few again and again, so that most are replaced.
  const docId = `doc_${round % 5}`;
  const text = `Round ${round} of ${owner}. `.repeat(200);
  await documents.submit(randomUUID(), submission(docId, text), LIMIT, Date.now());
  const job = await documents.lease(owner, Date.now(), Date.now() + 600_000);
  if (!job) continue;
  const stored = new TextDecoder().decode(await documents.content(job));
  const insights = Array.from({ length: 150 }, (_, at) => insight(stored, at, at + 5));
  const parts = [insights.slice(0, 100), insights.slice(100)].map((part) => Buffer.from(JSON.stringify(part)));
  await documents.replace(version(job, stored, { insights: parts, insightCount: 150 }), job, Date.now());
  await documents.hold(job, Date.now() + 600_000, Date.now(), "indexing");
  await documents.settle(job, { state: "complete" }, Date.now());
  const event = { eventId: randomUUID(), accountId, keyId: null, operation: "ingest", time: Date.now(), tokens: [] };
  await accounts.record([event]);
  await say(`${job.docId} ${job.version} ${event.eventId}`);
}
