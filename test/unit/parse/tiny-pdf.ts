/** A piece of text at a place, in points from the lower left corner. */
export interface Piece {
  x: number;
  y: number;
  words: string;
  size?: number;
  /** Operators before it, such as "3 Tr". */
  paint?: string;
}

/** Writes a PDF with just these pieces on its pages: what a test says about places is in sight in the test. */
export function tinyPdf(pages: Piece[][], trailer = ""): Uint8Array {
  const objects: string[] = [];
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(" ");
  objects.push("<< /Type /Catalog /Pages 2 0 R >>");
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  for (const [i, pieces] of pages.entries()) {
    const content = pieces
      .map(
        ({ x, y, words, size = 10, paint = "" }) =>
          `q ${paint} BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${words.replace(/[()\\]/g, "\\$&")}) Tj ET Q`,
      )
      .join("\n");
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
    );
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, "latin1"));
}
