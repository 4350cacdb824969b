import "./crop.css";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { isPlainKey } from "../../ui/plain-key.ts";
import {
  type Crop,
  cutOf,
  maxZoom,
  movedBy,
  type Picture,
  scaleOf,
  wholeCrop,
  zoomedTo,
} from "./crop-geometry.ts";
import { cutSquare, type PhotoToSend } from "./cut-square.ts";
import { type UploadProblem, uploadProblem } from "./photo-rules.ts";
import { UploadFailed } from "./upload-failed.tsx";

const stepPx = 8;
const fineStepPx = 1;
const zoomStep = 0.1;

/**
 * Crops a picture to a square, with a pointer, two fingers, the wheel or keys.
 * `onSave` sends the square and throws when that fails; then the dialog stays open, so that the crop is not lost.
 */
// Long: crop, zoom and upload of one dialog.
export function CropDialog({
  file,
  onCancel,
  onUnreadable,
  onSave,
}: {
  readonly file: File;
  readonly onCancel: () => void;
  readonly onUnreadable: () => void;
  readonly onSave: (square: PhotoToSend, signal: AbortSignal) => Promise<void>;
}): ReactNode {
  const address = useObjectUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  /** Aborts the upload when the dialog is cancelled; null while nothing is sent. */
  const [saving, setSaving] = useState<AbortController | null>(null);
  const [problem, setProblem] = useState<UploadProblem | null>(null);
  const zoomId = useId();

  const save = async () => {
    if (image.current === null || picture === null || saving !== null) return;
    const sending = new AbortController();
    setSaving(sending);
    setProblem(null);
    try {
      const square = await cutSquare(image.current, cutOf(picture, crop), file);
      if (!sending.signal.aborted) await onSave(square, sending.signal);
    } catch (error) {
      if (!sending.signal.aborted) setProblem(uploadProblem(error, "Photo upload failed"));
    } finally {
      setSaving(null);
    }
  };
  const cancel = () => {
    saving?.abort();
    onCancel();
  };

  return (
    <Dialog
      open
      onClose={cancel}
      title="Crop photo"
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" busy={saving !== null && "Saving..."} onClick={() => void save()}>
            Save Photo
          </Button>
        </>
      }
    >
      <div className="stack mt-4">
        <CropPane picture={picture} crop={crop} onCrop={setCrop}>
          {address === null ? null : (
            <img
              ref={image}
              src={address}
              alt=""
              style={picture === null ? { visibility: "hidden" } : placeOf(picture, crop)}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                if (naturalWidth === 0 || naturalHeight === 0) onUnreadable();
                else setPicture({ width: naturalWidth, height: naturalHeight });
              }}
              onError={onUnreadable}
            />
          )}
        </CropPane>
        <div className="field">
          <label htmlFor={zoomId}>Zoom</label>
          <input
            id={zoomId}
            className="slider"
            type="range"
            min={100}
            max={maxZoom * 100}
            value={Math.round(crop.zoom * 100)}
            aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
            onChange={(event) => {
              if (picture) setCrop(zoomedTo(picture, crop, Number(event.target.value) / 100));
            }}
          />
        </div>
        {problem === null ? null : <UploadFailed problem={problem} />}
      </div>
    </Dialog>
  );
}

/** The picture under the square, and all the ways to move it. */
// Long: all ways to move the picture share the pane and its pointers.
function CropPane({
  picture,
  crop,
  onCrop,
  children,
}: {
  readonly picture: Picture | null;
  readonly crop: Crop;
  readonly onCrop: (change: (crop: Crop) => Crop) => void;
  readonly children: ReactNode;
}): ReactNode {
  const pane = useRef<HTMLDivElement>(null);
  const helpId = useId();
  // The last position of each finger or the mouse, from the middle of the pane.
  const pointers = useRef(new Map<number, Point>());

  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = pane.current?.getBoundingClientRect();
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 };
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    pane.current?.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, fromMiddle(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before || picture === null) return;
    const after = fromMiddle(event);
    pointers.current.set(event.pointerId, after);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return onCrop((crop) => movedBy(picture, crop, after.x - before.x, after.y - before.y));
    // Two fingers: the picture follows their middle and grows with their distance.
    const growth = distance(after, other) / Math.max(1, distance(before, other));
    const middle = between(after, other);
    const moved = between(before, other);
    onCrop((crop) =>
      zoomedTo(
        picture,
        movedBy(picture, crop, middle.x - moved.x, middle.y - moved.y),
        crop.zoom * growth,
        middle,
      ),
    );
  };
  const letGo = (event: PointerEvent) => void pointers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    if (picture === null || !isPlainKey(event.nativeEvent)) return;
    const change = changeByKey(picture, event.key, event.shiftKey ? fineStepPx : stepPx);
    if (change === null) return;
    event.preventDefault();
    onCrop(change);
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (picture === null) return;
    event.preventDefault();
    onCrop((crop) => zoomedTo(picture, crop, crop.zoom * Math.exp(-event.deltaY / 500), fromMiddle(event)));
  });
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    // React's wheel listeners are passive and could not stop the page from scrolling.
    const listen = (event: WheelEvent) => onWheel(event);
    element.addEventListener("wheel", listen, { passive: false });
    return () => element.removeEventListener("wheel", listen);
  }, []);

  return (
    <div
      ref={pane}
      className="crop-pane"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {children}
      {/* No control has a position in two dimensions: this group takes the arrow keys and describes its place. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className="crop-square"
        role="group"
        aria-label="Crop area, move with arrow keys"
        aria-describedby={helpId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <svg
          width="216"
          height="216"
          viewBox="0 0 216 216"
          fill="none"
          stroke="#fff"
          strokeOpacity=".5"
          aria-hidden="true"
        >
          <path d="M72 0v216M144 0v216M0 72h216M0 144h216" />
        </svg>
      </div>
      <p id={helpId} className="sr">
        Plus and minus zoom. With Shift, the arrow keys move in small steps.
        {picture === null ? "" : ` ${placeText(picture, crop)}`}
      </p>
    </div>
  );
}

type Point = { readonly x: number; readonly y: number };

/**
 * The change that a key makes, or null. The arrows move the square over the picture, so the picture moves the other
 * way.
 */
function changeByKey(picture: Picture, key: string, step: number): ((crop: Crop) => Crop) | null {
  const move = (dx: number, dy: number) => (crop: Crop) => movedBy(picture, crop, dx, dy);
  const zoom = (by: number) => (crop: Crop) => zoomedTo(picture, crop, crop.zoom + by);
  switch (key) {
    case "ArrowLeft":
      return move(step, 0);
    case "ArrowRight":
      return move(-step, 0);
    case "ArrowUp":
      return move(0, step);
    case "ArrowDown":
      return move(0, -step);
    case "+":
    case "=":
      return zoom(zoomStep);
    case "-":
      return zoom(-zoomStep);
    default:
      return null;
  }
}

/** For screen readers: where the centre of the square is on the picture. */
function placeText(picture: Picture, crop: Crop): string {
  const { x, y, side } = cutOf(picture, crop);
  const percent = (middle: number, whole: number) => Math.round((middle / whole) * 100);
  const across = percent(x + side / 2, picture.width);
  const down = percent(y + side / 2, picture.height);
  return `Its centre is ${across}% from the left and ${down}% from the top.`;
}

function placeOf(picture: Picture, { zoom, x, y }: Crop) {
  const scale = scaleOf(picture, zoom);
  return {
    width: picture.width * scale,
    height: picture.height * scale,
    transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px))`,
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function useObjectUrl(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
