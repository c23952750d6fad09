import { inspect } from "node:util";

/** For lanes that a time limit may end before mocha's summary: why a test failed is said as soon as it has. */
export const mochaHooks = {
  afterEach(this: Mocha.Context) {
    const { currentTest } = this;
    if (currentTest?.state === "failed")
      process.stderr.write(`      ${currentTest.title}: ${inspect(currentTest.err)}\n`);
  },
};
