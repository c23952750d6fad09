/** How the elements of a page are read. */

/** Nothing inside is part of what a reader sees. */
export const SKIPPED = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "math",
  "object",
  "iframe",
  "select",
  "button",
  "canvas",
  "audio",
  "video",
  "map",
  "ix:header",
  "ix:hidden",
  "ix:references",
  "ix:resources",
]);

/** Begin and end a block of text. */
export const BLOCKS = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "body",
  "caption",
  "center",
  "dd",
  "details",
  "dialog",
  "div",
  "dl",
  "dt",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "html",
  "legend",
  "li",
  "main",
  "nav",
  "ol",
  "p",
  "page",
  "pre",
  "section",
  "summary",
  "table",
  "tbody",
  "td",
  "tfoot",
  "th",
  "thead",
  "tr",
  "ul",
]);

const NAVIGATION_TAGS = new Set(["nav", "footer", "aside"]);
const NAVIGATION_ROLES = new Set(["navigation", "banner", "contentinfo", "search", "complementary", "menu", "dialog"]);
const NAVIGATION_NAMES =
  /^(?:nav|navbar|navigation|main-nav|menu|breadcrumbs?|footer|site-footer|page-footer|site-header|sidebar|share|sharing|social|social-media|cookie\S*|skip\S*|related|related-links|pagination|toolbar|language\S*|feedback|address-box|jumpmenu|ecb-\S*(?:nav|footer|header)\S*|see-also-boxes|carousel)$/i;

/** Whether an element leads around the site instead of holding the document. */
export function isNavigation(name: string, attributes: Record<string, string>): boolean {
  if (NAVIGATION_TAGS.has(name) || NAVIGATION_ROLES.has(attributes["role"] ?? "")) return true;
  const names = `${attributes["class"] ?? ""} ${attributes["id"] ?? ""}`.slice(0, 300).split(/\s+/);
  return names.some((each) => NAVIGATION_NAMES.test(each));
}

/** Whether an element makes its words bold, or undoes it. */
export function boldness(name: string, attributes: Record<string, string>): boolean | undefined {
  if (name === "b" || name === "strong" || name === "th") return true;
  const weight = /font-weight\s*:\s*(\w+)/i.exec(attributes["style"] ?? "")?.[1]?.toLowerCase();
  if (weight === undefined) return undefined;
  return weight === "bold" || weight === "bolder" || Number(weight) >= 600;
}

export const isMain = (name: string, attributes: Record<string, string>): boolean =>
  name === "main" || name === "article" || attributes["role"] === "main";
