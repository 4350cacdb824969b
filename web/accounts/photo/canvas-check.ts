// Some browsers falsify what a page reads from a canvas, so that a page cannot recognise its user by it: they return
// noise, a plain white, or slightly changed colours. A photo cut in such a canvas would be stored as stripes.

/** How far a colour may be off, of 255: small changes, as some browsers make them and as encoding makes, do no harm. */
const tolerance = 48;
/** Pixels a side of the pictures that are compared. */
const side = 16;

/** Whether pixels that the page has drawn can be read. `width` and `height` are those of the canvas to be trusted. */
export function canvasIsHonest(width: number, height: number): boolean {
  const context = contextOf(width, height);
  if (context === null) return false;
  const colours = [
    [255, 0, 0],
    [0, 128, 255],
    [16, 200, 64],
    [250, 250, 250],
  ] as const;
  for (const [i, [red, green, blue]] of colours.entries()) {
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect((i * width) / colours.length, 0, width / colours.length, height);
  }
  // Rows at the top, in the middle and at the bottom: a browser may falsify parts.
  return [0, Math.floor(height / 2), height - 1].every((y) => {
    const { data } = context.getImageData(0, y, width, 1);
    const expected = (at: number) => colours[Math.floor((((at >> 2) + 0.5) * colours.length) / width)];
    return mostAre(data, (value, at) => at % 4 === 3 || isClose(value, expected(at)?.[at % 4]));
  });
}

/** Whether two pictures look the same in small. Only in a browser whose canvas is honest. */
export function lookAlike(one: CanvasImageSource, other: CanvasImageSource): boolean {
  const [a, b] = [one, other].map((picture) => {
    const context = contextOf(side, side);
    if (context === null) return undefined;
    context.imageSmoothingQuality = "high";
    context.fillStyle = "#808080";
    context.fillRect(0, 0, side, side);
    context.drawImage(picture, 0, 0, side, side);
    return context.getImageData(0, 0, side, side).data;
  });
  return a !== undefined && b !== undefined && mostAre(a, (value, at) => isClose(value, b[at]));
}

/** `data` has four values a pixel. One in eight may be wrong: at borders between colours, encoders change much. */
function mostAre(data: Uint8ClampedArray, isRight: (value: number, at: number) => boolean): boolean {
  let wrong = 0;
  for (const [at, value] of data.entries()) if (!isRight(value, at)) wrong++;
  return wrong <= data.length / 8;
}

function isClose(value: number, other: number | undefined): boolean {
  return other !== undefined && Math.abs(value - other) <= tolerance;
}

function contextOf(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext("2d", { willReadFrequently: true });
}
