// The picture of a board as a PNG file.

import { STYLE } from "./style.js";
import { svg } from "./svg.js";

/** The board in the picture is that of a light page. */
const SCHEME = ":root { color-scheme: light }";

/**
 * Draw a picture of the board in pixels.
 * @param {SVGSVGElement} picture
 * @param {number} width in pixels
 * @param {string[]} caption lines below the board
 * @returns {Promise<Blob>}
 */
export async function png(picture, width, caption = []) {
  const { viewBox } = picture;
  const lines = caption.filter((line) => line !== "");
  const height = Math.round((width * viewBox.baseVal.height) / viewBox.baseVal.width);
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  // What can be played is of use to the player only.
  copy.querySelector("[data-layer=choices]")?.remove();
  copy.prepend(svg("style", {}, STYLE.replaceAll(":host", ":root"), SCHEME));
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const text = new XMLSerializer().serializeToString(copy);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const letter = width / 30;
  const end = height + (lines.length === 0 ? 0 : letter * (1 + 1.4 * lines.length));
  const canvas = Object.assign(document.createElement("canvas"), { width, height: Math.ceil(end) });
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser cannot draw a picture");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, end);
  context.drawImage(image, 0, 0, width, height);
  context.fillStyle = "#26323d";
  context.textAlign = "center";
  context.font = `600 ${letter}px system-ui, sans-serif`;
  for (const [index, line] of lines.entries())
    context.fillText(line, width / 2, height + letter * 1.4 * (index + 1), 0.94 * width);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob === null ? fail(new Error("the browser cannot draw a picture")) : done(blob)));
  });
}
