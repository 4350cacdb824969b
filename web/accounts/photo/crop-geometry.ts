// The position of a picture under the crop square. Lengths are CSS pixels, except those of a cut, which are the
// picture's own pixels.
//
// The square stays in the middle of the pane; the picture moves and grows under it and always covers it.

export type Picture = { readonly width: number; readonly height: number };
/** At `zoom` 1 the picture's shorter side fills the square. `x`, `y` are its centre relative to the square's. */
export type Crop = { readonly zoom: number; readonly x: number; readonly y: number };
export type Cut = { readonly x: number; readonly y: number; readonly side: number };

const squareSide = 216;
export const maxZoom = 3;
export const wholeCrop: Crop = { zoom: 1, x: 0, y: 0 };

/** CSS pixels per pixel of the picture. */
export function scaleOf(picture: Picture, zoom: number): number {
  return (squareSide / Math.min(picture.width, picture.height)) * zoom;
}

export function movedBy(picture: Picture, crop: Crop, dx: number, dy: number): Crop {
  return covering(picture, { ...crop, x: crop.x + dx, y: crop.y + dy });
}

/** Zooms about a point, given from the square's middle: the picture stays fixed at that point. */
export function zoomedTo(picture: Picture, crop: Crop, zoom: number, about = { x: 0, y: 0 }): Crop {
  const next = Math.min(maxZoom, Math.max(1, zoom));
  const growth = next / crop.zoom;
  return covering(picture, {
    zoom: next,
    x: about.x + (crop.x - about.x) * growth,
    y: about.y + (crop.y - about.y) * growth,
  });
}

/** The square in the picture's own pixels, entirely inside it. */
export function cutOf(picture: Picture, crop: Crop): Cut {
  const scale = scaleOf(picture, crop.zoom);
  const side = squareSide / scale;
  return {
    x: within(picture.width / 2 - crop.x / scale - side / 2, picture.width - side),
    y: within(picture.height / 2 - crop.y / scale - side / 2, picture.height - side),
    side,
  };
}

function covering(picture: Picture, crop: Crop): Crop {
  const scale = scaleOf(picture, crop.zoom);
  const reachX = (picture.width * scale - squareSide) / 2;
  const reachY = (picture.height * scale - squareSide) / 2;
  return {
    zoom: crop.zoom,
    x: Math.min(reachX, Math.max(-reachX, crop.x)),
    y: Math.min(reachY, Math.max(-reachY, crop.y)),
  };
}

function within(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
