// The picture of a board as a PNG file.

import { STYLE } from "./style.js";
import { svg } from "./svg.js";

/** The board in the picture is that of a light page. */
const SCHEME = ":root { color-scheme: light }";

/**
 * Draw a picture of the board in pixels.
 * @param {SVGSVGElement} picture
 * @param {number} width in pixels
 * @returns {Promise<Blob>}
 */
export async function png(picture, width) {
  const { viewBox } = picture;
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
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser cannot draw a picture");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob === null ? fail(new Error("the browser cannot draw a picture")) : done(blob)));
  });
}
