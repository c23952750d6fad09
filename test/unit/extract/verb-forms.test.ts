import assert from "node:assert/strict";
import { actionForm, baseForm, ingForm, singularForm } from "../../../services/document/extract/grammar/verb-forms.ts";

const pairs = (text: string) => text.split(" ").map((pair) => pair.split(":") as [string, string]);

describe("forms of verbs", () => {
  for (const [form, base] of pairs(
    "appeared:appear used:use called:call controlled:control signalled:signal reversed:reverse licensed:license treated:treat " +
      "exceed:exceed receded:recede avoided:avoid provided:provide focused:focus soared:soar restored:restore occurred:occur " +
      "remained:remain declined:decline postponed:postpone weakened:weaken claimed:claim assumed:assume developed:develop hoped:hope " +
      "changed:change belonged:belong collapsed:collapse noted:note pivoted:pivot completed:complete marketed:market failed:fail " +
      "handled:handle stabilised:stabilise issued:issue managed:manage understood:understand",
  ))
    it(`${form} is of ${base}`, () => assert.equal(baseForm(form), base));

  for (const [form, base] of pairs(
    "working:work rising:rise cutting:cut lying:lie bringing:bring bring:bring easing:ease",
  ))
    it(`${form} is of ${base} too`, () => assert.equal(actionForm(form), base));

  for (const [base, form] of pairs(
    "rise:rising cut:cutting lie:lying agree:agreeing offer:offering see:seeing monitor:monitoring",
  ))
    it(`${base} becomes ${form}`, () => assert.equal(ingForm(base), form));

  for (const [base, form] of pairs("rise:rises carry:carries push:pushes be:is have:has play:plays"))
    it(`${base} becomes ${form} of one`, () => assert.equal(singularForm(base), form));
});
