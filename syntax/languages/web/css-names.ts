// The properties, functions and pseudo-classes of CSS. Any other name is a mistake or the author's.

import { wordSet } from "../../word-set.ts";

export const properties = wordSet(`
  accent-color align-content align-items align-self all anchor-name animation animation-composition animation-delay
  animation-direction animation-duration animation-fill-mode animation-iteration-count animation-name animation-play-state
  animation-range animation-timeline animation-timing-function appearance aspect-ratio backdrop-filter backface-visibility
  background background-attachment background-blend-mode background-clip background-color background-image background-origin
  background-position background-position-x background-position-y background-repeat background-size block-size border
  border-block border-block-color border-block-end border-block-end-color border-block-end-style border-block-end-width
  border-block-start border-block-start-color border-block-start-style border-block-start-width border-block-style
  border-block-width border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius
  border-bottom-style border-bottom-width border-collapse border-color border-end-end-radius border-end-start-radius
  border-image border-image-outset border-image-repeat border-image-slice border-image-source border-image-width border-inline
  border-inline-color border-inline-end border-inline-end-color border-inline-end-style border-inline-end-width
  border-inline-start border-inline-start-color border-inline-start-style border-inline-start-width border-inline-style
  border-inline-width border-left border-left-color border-left-style border-left-width border-radius border-right
  border-right-color border-right-style border-right-width border-spacing border-start-end-radius border-start-start-radius
  border-style border-top border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width
  border-width bottom box-decoration-break box-shadow box-sizing break-after break-before break-inside caption-side caret-color
  clear clip clip-path color color-scheme column-count column-fill column-gap column-rule column-rule-color column-rule-style
  column-rule-width column-span column-width columns contain container container-name container-type content
  content-visibility counter-increment counter-reset counter-set cursor direction display empty-cells field-sizing fill
  fill-opacity fill-rule filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-display
  font-family font-feature-settings font-kerning font-optical-sizing font-size font-size-adjust font-stretch font-style
  font-synthesis font-variant font-variant-caps font-variant-ligatures font-variant-numeric font-variation-settings font-weight
  forced-color-adjust gap grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end
  grid-column-gap grid-column-start grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template
  grid-template-areas grid-template-columns grid-template-rows hanging-punctuation height hyphens image-rendering inherits
  initial-letter initial-value inline-size inset inset-block inset-block-end inset-block-start inset-inline inset-inline-end
  inset-inline-start interpolate-size isolation justify-content justify-items justify-self left letter-spacing line-break
  line-clamp line-height list-style list-style-image list-style-position list-style-type margin margin-block margin-block-end
  margin-block-start margin-bottom margin-inline margin-inline-end margin-inline-start margin-left margin-right margin-top
  margin-trim marker mask mask-clip mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size
  max-block-size max-height max-inline-size max-width min-block-size min-height min-inline-size min-width mix-blend-mode
  object-fit object-position offset offset-distance offset-path opacity order orphans outline outline-color outline-offset
  outline-style outline-width overflow overflow-anchor overflow-wrap overflow-x overflow-y overscroll-behavior
  overscroll-behavior-x overscroll-behavior-y padding padding-block padding-block-end padding-block-start padding-bottom
  padding-inline padding-inline-end padding-inline-start padding-left padding-right padding-top page page-break-after
  page-break-before page-break-inside paint-order perspective perspective-origin place-content place-items place-self
  pointer-events position position-anchor position-area print-color-adjust quotes resize right rotate row-gap scale
  scroll-behavior scroll-margin scroll-margin-top scroll-padding scroll-padding-top scroll-snap-align scroll-snap-stop
  scroll-snap-type scroll-timeline scrollbar-color scrollbar-gutter scrollbar-width shape-margin shape-outside size src stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-opacity stroke-width syntax tab-size table-layout
  text-align text-align-last text-anchor text-box text-combine-upright text-decoration text-decoration-color
  text-decoration-line text-decoration-skip-ink text-decoration-style text-decoration-thickness text-emphasis text-indent
  text-justify text-orientation text-overflow text-rendering text-shadow text-size-adjust text-transform text-underline-offset
  text-underline-position text-wrap text-wrap-mode text-wrap-style top touch-action transform transform-box transform-origin
  transform-style transition transition-behavior transition-delay transition-duration transition-property
  transition-timing-function translate unicode-bidi unicode-range user-select vertical-align view-timeline
  view-transition-name visibility white-space white-space-collapse widows width will-change word-break word-spacing word-wrap
  writing-mode z-index zoom -webkit-font-smoothing -webkit-line-clamp -webkit-box-orient -webkit-appearance
  -webkit-text-fill-color -webkit-text-stroke -webkit-background-clip -webkit-tap-highlight-color`);

export const functions = wordSet(`
  abs acos anchor anchor-size asin atan atan2 attr blur brightness calc circle clamp color color-mix conic-gradient contrast
  cos counter counters cross-fade cubic-bezier device-cmyk drop-shadow element ellipse env exp fit-content format grayscale hsl
  hsla hue-rotate hwb hypot image image-set inset invert lab layer lch light-dark linear linear-gradient local log matrix
  matrix3d max min minmax mod oklab oklch opacity path perspective polygon pow radial-gradient ray rect rem repeat
  repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient rgb rgba rotate rotate3d rotateX rotateY rotateZ
  round saturate scale scale3d scaleX scaleY scaleZ scroll sepia shape sign sin skew skewX skewY sqrt steps symbols tan
  tech translate translate3d translateX translateY translateZ type url var view xywh`);

export const pseudos = wordSet(`
  active after any-link autofill backdrop before before-change checked closed cue default defined details-content dir disabled
  empty enabled file-selector-button first first-child first-letter first-line first-of-type focus focus-visible focus-within
  fullscreen future grammar-error has has-slotted highlight host host-context hover in-range indeterminate invalid is lang
  last-child last-of-type left link local-link marker modal muted not nth-child nth-last-child nth-last-of-type nth-of-type
  only-child only-of-type open optional out-of-range part past paused picture-in-picture placeholder placeholder-shown playing
  popover-open read-only read-write required right root scope selection slotted spelling-error state target target-text
  target-within user-invalid user-valid valid view-transition view-transition-group view-transition-image-pair
  view-transition-new view-transition-old visited where -webkit-scrollbar -webkit-scrollbar-thumb -webkit-scrollbar-track
  -webkit-slider-thumb -webkit-slider-runnable-track -webkit-search-cancel-button -moz-range-thumb -moz-range-track`);
