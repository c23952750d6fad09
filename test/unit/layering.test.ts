import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";

/** Who may import whom. A rule whose files are gone fails too: a moved folder must not leave its rule behind. */
const rules = [
  {
    name: "use cases and ports know no transport, no driver and no generated code",
    files: [
      "services/*/{ports,*-ports}.ts",
      "services/search/search.ts",
      "services/document/documents.ts",
      "services/account/accounts.ts",
    ],
    mustNot: /from "(#gen|@connectrpc|@bufbuild|@grpc|mysql2|@zilliz|node:sqlite|kysely|fastify)/,
  },
  {
    name: "the gateway knows services by #gen and #kit only",
    files: ["gateway/**/*.ts"],
    mustNot: /from "[./]*services\//,
  },
  ...["search", "document", "account"].map((service) => ({
    name: `the ${service} service imports no other service's code`,
    files: [`services/${service}/**/*.ts`],
    mustNot: new RegExp(`from "[./]*/(gateway|all-in-one|cli|${others(service).join("|")})/`),
  })),
  {
    name: "the kit knows nothing of our domain",
    files: ["services/kit/**/*.ts"],
    mustNot: /from "(#gen|[./]*\/(search|document|account|gateway|all-in-one|cli)\/)/,
  },
  {
    name: "how English is read knows nothing of insights, and little of parsed documents",
    files: ["services/document/extract/grammar/*.ts"],
    mustNot: /from "\.\.\/(?!\.\.\/parse\/)/,
  },
  {
    name: "the kit alone knows MySQL's driver",
    files: ["services/{search,document,account,all-in-one,cli}/**/*.ts", "gateway/**/*.ts"],
    mustNot: /from "mysql2/,
  },
  {
    name: "the environment is read in composition roots only",
    files: ["services/{kit,search,document,account}/**/*.ts", "gateway/**/*.ts"],
    except: /\/(main|worker)\.ts$/,
    mustNot: /process\.env/,
  },
];

function others(service: string): string[] {
  return ["search", "document", "account"].filter((other) => other !== service);
}

for (const { name, files, except, mustNot } of rules) {
  describe(`layering: ${name}`, () => {
    for (const pattern of files) {
      const found = globSync(pattern).filter((file) => !except?.test(file));
      it(`${pattern} has files`, () => assert.notEqual(found.length, 0));
      for (const file of found) it(file, () => assert.doesNotMatch(readFileSync(file, "utf8"), mustNot));
    }
  });
}
