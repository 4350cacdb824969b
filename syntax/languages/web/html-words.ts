// The elements and attributes of HTML. Any other is the author's, such as a custom element.

import { wordSet } from "../../word-set.ts";

export const elements = wordSet(`
  a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption circle cite clippath code col
  colgroup data datalist dd defs del details dfn dialog div dl dt ellipse em embed fieldset figcaption figure footer form g h1
  h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li line lineargradient link main map mark
  math menu meta meter nav noscript object ol optgroup option output p param path picture polygon polyline pre progress q rect
  rp rt ruby s samp script search section select slot small source span stop strong style sub summary sup svg symbol table
  tbody td template text textarea tfoot th thead time title tr track tspan u ul use var video wbr`);

export const attributes = wordSet(`
  abbr accept accept-charset accesskey action align allow allowfullscreen alt as async autocapitalize autocomplete autofocus
  autoplay border capture charset checked cite class color cols colspan content contenteditable controls coords crossorigin cx
  cy d data datetime decoding default defer dir dirname disabled download draggable enctype enterkeyhint fetchpriority fill for
  form formaction formenctype formmethod formnovalidate formtarget headers height hidden high href hreflang http-equiv id
  imagesizes imagesrcset inert inputmode integrity is ismap itemid itemprop itemref itemscope itemtype kind label lang list
  loading loop low max maxlength media method min minlength multiple muted name nomodule nonce novalidate open optimum part
  pattern ping placeholder playsinline points popover popovertarget popovertargetaction poster preload r readonly
  referrerpolicy rel required reversed role rows rowspan rx ry sandbox scope selected shape size sizes slot span spellcheck
  src srcdoc srclang srcset start step stroke stroke-width style tabindex target title transform translate type usemap value
  viewbox width wrap x x1 x2 xmlns y y1 y2`);

/** Attributes with names of a pattern: `aria-label`, `onclick`. */
export const attributePattern = /^(?:aria-[a-z]{3,20}|on[a-z]{3,20})$/;
