// The words of CSS that may be in a value or in the condition of an at-rule. Any other is the author's, such as the
// name of an animation or of a grid area.

import { wordSet } from "../../word-set.ts";

export const colors = wordSet(`
  aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
  chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey
  darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray
  darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen
  fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender
  lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey
  lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen
  magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen
  mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange
  orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
  yellowgreen`);

export const values = wordSet(`
  absolute accent-color active add after alias all all-scroll allow-discrete allow-end alphabetic alternate alternate-reverse
  always anywhere arabic-indic armenian auto auto-fill auto-fit avoid avoid-column avoid-page backwards balance bar baseline
  before below bidi-override block block-end block-start bold bolder border-box both bottom break-all break-spaces break-word
  capitalize cell center circle clip closest-corner closest-side clone code col-resize collapse color color-burn color-dodge column
  column-reverse columns common-ligatures compact condensed contain content content-box contents context-menu contextual copy
  cover crosshair cubic currentcolor cursive cyclic dark darken dashed decimal decimal-leading-zero default dense difference
  disc discretionary-ligatures dotted double each-line ease ease-in ease-in-out ease-out element ellipsis ellipse embed emoji
  end evenodd ew-resize exclude exclusion expanded extra-condensed extra-expanded fade-in fantasy farthest-corner farthest-side
  fill fill-box first fit-content fixed flat flex flex-end flex-start flow flow-root forwards from full-size-kana full-width
  geometricprecision grab grabbing grayscale grid grow hanging hard-light help hidden hide high-quality horizontal horizontal-tb hue
  icon in infinite inherit initial inline inline-block inline-end inline-flex inline-grid inline-size inline-start inline-table
  inset inside inter-character inter-word intersect invert isolate isolate-override italic jis04 justify keep-all large larger
  last layout left legacy letter light lighten lighter line line-through linear linearrgb list-item local loose lower-alpha
  lower-greek lower-latin lower-roman lowercase lr ltr luminance luminosity mandatory manual margin-box match-parent match-source
  math matrix max-content medium menu message-box middle min-content mixed monospace move multiply n-resize ne-resize
  nesw-resize new no-close-quote no-drop no-open-quote no-repeat none nonzero normal not-allowed nowrap ns-resize numbers numeric
  nw-resize nwse-resize oblique off oldstyle-nums on opacity open open-quote optimizelegibility optimizespeed optional
  ordinal outset outside over overlay overline padding-box paint paused petite-caps pixelated plaintext plus-lighter pointer
  polygon portrait pre pre-line pre-wrap preserve preserve-3d pretty progress progressive proportional-nums proximity radial
  reduce relative repeat repeat-x repeat-y replace replaced reset reverse revert revert-layer ridge right rotate
  round row row-resize row-reverse ruby rtl run-in running s-resize safe sans-serif saturation scale scale-down screen scroll
  scroll-position se-resize self-end self-start semi-condensed semi-expanded sepia serif show shape sideways size skip skip-ink
  slashed-zero slice small small-caps small-caption smaller smooth soft-light solid space space-around space-between
  space-evenly span spell-out square srgb stable start static status-bar step-end step-start sticky stretch strict strong style
  sub subgrid subtract super sw-resize swap system-ui tab-size table table-caption table-cell table-column table-row
  tabular-nums text text-bottom text-top thick thin to top transform translate transparent triangle ui-monospace ui-rounded
  ui-sans-serif ui-serif ultra-condensed under underline unicase uninherited unsafe unset upper-alpha upper-latin upper-roman
  uppercase upright use-script vertical vertical-lr vertical-rl vertical-text view view-box visible visiblefill w-resize
  wait wavy weight wrap wrap-reverse x x-large x-small xx-large xx-small xxx-large y z zoom-in zoom-out oklch oklab hsl hwb lab
  lch display-p3 longer shorter
  width height margin padding background background-color border border-color box-shadow filter outline top-left font-size
  letter-spacing line-height max-height max-width visibility fill-opacity stroke backdrop-filter gap translate`);

export const conditions = wordSet(`
  all and any-hover any-pointer aspect-ratio coarse color color-gamut color-index dark device-width display-mode dynamic-range
  fine forced-colors fullscreen grid height high hover inline-size block-size inverted-colors landscape layer less light
  max-aspect-ratio max-height max-width min-aspect-ratio min-height min-resolution max-resolution min-width monochrome more
  no-preference none not only or orientation overflow-block overflow-inline p3 pointer portrait prefers-color-scheme
  prefers-contrast prefers-reduced-data prefers-reduced-motion prefers-reduced-transparency print progressive reduce resolution
  scan screen scripting selector size srgb standalone style supports to scope update width block inline enabled active
  inverted interlace browser minimal-ui rec2020 fast slow scroll`);

export const units = wordSet(`
  % ch cm cqb cqh cqi cqmax cqmin cqw deg dpcm dpi dppx dvb dvh dvi dvmax dvmin dvw em ex fr grad hz ic in khz lh lvb lvh lvi
  lvmax lvmin lvw mm ms pc pt px q rad rem rlh s svb svh svi svmax svmin svw turn vb vh vi vmax vmin vw x cap rcap rch rex ric`);
