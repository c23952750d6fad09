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

/** Whether an element, as its tag says, is not shown. */
export function isHidden(attributes: Record<string, string>): boolean {
  if ("hidden" in attributes) return true;
  const style = attributes["style"];
  return style !== undefined && HIDING.test(style);
}

/** Letters of a point or less, without ink, or set beside the page are not read. */
const HIDING =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*[01](?:\.\d+)?(?:px|pt|em|%)?\s*(?:;|!|$)|text-indent\s*:\s*-\d{3,})/i;
const WHITE =
  /(?:^|[;\s])color\s*:\s*(?:white|#fff(?:fff)?|rgba?\(\s*255\s*,\s*255\s*,\s*255[^)]{0,12}\)|transparent)\s*(?:;|!|$)/i;

/** Whether an element's letters are white, so that nobody reads them but on a background. */
export const isWhite = (attributes: Record<string, string>): boolean =>
  WHITE.test(attributes["style"] ?? "") || /^(?:white|#fff(?:fff)?)$/i.test(attributes["color"] ?? "");

/** Whether an element may have a background: it gives one, or a style sheet may give it one. */
export const mayHaveBackground = (attributes: Record<string, string>): boolean =>
  /background/i.test(attributes["style"] ?? "") ||
  "bgcolor" in attributes ||
  "class" in attributes ||
  "id" in attributes;

/** Whether an element makes its words bold, or undoes it. */
export function boldness(name: string, attributes: Record<string, string>): boolean | undefined {
  if (name === "b" || name === "strong" || name === "th") return true;
  const weight = /font-weight\s*:\s*(\w+)/i.exec(attributes["style"] ?? "")?.[1]?.toLowerCase();
  if (weight === undefined) return undefined;
  return weight === "bold" || weight === "bolder" || Number(weight) >= 600;
}

export const isMain = (name: string, attributes: Record<string, string>): boolean =>
  name === "main" || name === "article" || attributes["role"] === "main";
