// A program for each language in which every position that an author can name is named N1, N2 and so on. They are read
// with random names in these places.

export const declaringPrograms: Readonly<Record<string, string>> = {
  javascript: `import N1, { N2 as N3, N4 } from "./N5.js";
import * as N6 from "N7/N8";
// N1 and N2: for all N3
const N9 = 1, N10 = N9;
let { N11, N12: N13 = N14, ...N15 } = N16, [N17, [N18]] = N19;
N20: for (const N21 of N22) { if (N21.N23) continue N20; else break N20; }
function N24(N25, { N26, N27: [N28] }, ...N29) { return N25.N30(N26) + \`N31 \${N28.N32} N33\`; }
async function* N34() { yield* N35(); await N36; }
const N37 = async (N38, N39 = N40) => N38?.N41?.(N39)[N42];
class N43 extends N44 { #N45 = 1; static N46 = 2; N47; get N48() { return this.#N45; } set N48(N49) {} static async *N50() {} [N51]() { super.N52(); } }
const N53 = { N54, N55: N56, N57() {}, get N58() {}, async N59() {}, "N60": 1, [N61]: 2, ...N62 };
try { N63(); } catch (N64) { throw new N65(N64.N66); } finally { delete N67.N68; }
switch (N69) { case N70: N71.N72 = N73; break; default: N74++; }
N75.N76.N77 = /N78(?<N79>N80)\\k<N79>/g;
export { N81 as N82 }; export default N83; export const N84 = N85 ? N86 : N87;
for (let N88 = 0; N88 < N89; N88 += N90) do N91(); while (!N92);
N93\`N94\`; new N95.N96(); typeof N97 in N98;`,
  typescript: `import type { N1 } from "./N2"; import N3, { type N4 } from "N5";
interface N6<N7 extends N8 = N9> extends N10<N7> { N11: N12; readonly N13?: N14[]; N15(N16: N17): N18; [N19: string]: N20; new (N21: N22): N23 }
type N24<N25, N26> = N25 extends N27<infer N28> ? { -readonly [N29 in keyof N25]?: N30 } : N31 | N32["N33"] | \`N34\${N26}\`;
enum N35 { N36, N37 = "N38" }
namespace N39 { export const N40: N41.N42 = N43; }
declare module "N44" { export function N45(N46: N47): void; }
abstract class N48<N49> extends N50<N49> implements N51, N52 { private N53: N54; protected abstract N55(): N56; constructor(private readonly N57: N58, public N59 = N60) { super(); } @N61 N62<N63>(this: N64, N65?: N66): N65 is N67 { return this.N57.N68; } }
function N69<N70 extends keyof N71>(N72: N70, N73: (N74: N75) => N76): asserts N72 is N77 {}
function N78(N79: string): N80; function N78(N79: number): N81;
const N82 = <N83,>(N84: N83): N83 => N84 as unknown as N85; let N86!: N87; const N88 = { N89: 1 } satisfies N90<N91>;
export type { N92 }; export = N93; const N94 = N95!.N96<N97>(N98); let N99 = N100 ? (N101) : N102;`,
  python: `import N1, N2.N3 as N4
from N5.N6 import N7 as N8, N9
N10 = N11 = 1
N12: N13[N14] = N15
N16, (N17, *N18) = N19
@N20.N21(N22=1)
class N23(N24, N25):
    """N26 N27"""
    N28 = 2
    N29: int = 3

    def N30(self, N31, *N32, N33: N34 = N35, **N36) -> N37:
        self.N38 = N39(N40=N31)
        return self.N30(N31, N33=1)


async def N41(N42):  # N43
    global N44
    async for N45 in N46:
        yield N45
    with N47(N42) as N48, N49() as (N50, N51):
        raise N52(f"N53 {N54.N55!r} {N56:{N57}}") from N58
    try:
        pass
    except (N59, N60) as N61:
        del N61.N62
    return [N63 for N63 in N64 if N63.N65], {N66: N67 for N66, N67 in N68}, lambda N69, N70=1: N69[N71:N72]


match N73:
    case N74(N75=N76) | {"N77": N78, **N79}:
        print(N80, (N81 := N82))
    case [N83, *N84] if N85:
        N86.N87.N88()
type N89[N90] = N91
def N92[N93](N94: N93): ...`,
  sql: `-- N1 N2
CREATE TABLE N1.N3 (N4 INTEGER PRIMARY KEY, N5 TEXT NOT NULL, CONSTRAINT N6 FOREIGN KEY (N7) REFERENCES N8 (N9));
CREATE INDEX N10 ON N11 (N12); CREATE VIEW N13 AS SELECT N14.N15, N16 AS N17, COUNT(N18) N19 FROM N20 N21 LEFT JOIN N22 AS N23 USING (N24);
WITH RECURSIVE N25 (N26) AS (SELECT N27) SELECT SUM(N28) OVER N29 FROM N25 WINDOW N29 AS (PARTITION BY N30 ORDER BY N31);
INSERT INTO N32 (N33, "N34") VALUES ('N35', :N36) ON CONFLICT (N37) DO UPDATE SET N38 = excluded.N39;
UPDATE N40 SET N41 = N42 WHERE N43 IN (N44, 'N45 ''N46'); ALTER TABLE N47 ADD COLUMN N48 TEXT; DROP TABLE N49; SAVEPOINT N50;`,
  bash: `#!/bin/bash
# N1 N2
N3=1; N4[N5]=2; N6+=(N7 "N8"); declare -A N9=([N10]=N11); readonly N12; export N13=N14
N15() { local N16 N17="$N18"; echo "N19 $N20 \${N21} \${N22:-N23} \${N24[@]} \${N25%N26} \${#N27}" N28 >N29; return; }
function N30 { N15 N31 'N32'; }
for N33 in N34 "N35"; do N15 "$N33" | N30 N36; done
while read -r N37 N38; do printf '%s\\n' "$N37"; done <N39
case $N40 in N41 | N42) N15 ;; *) N30 ;; esac
if [[ $N43 == N44* && -f N45 ]]; then ((N46 += N47 * 2)); fi
select N48 in N49; do :; done; (( N50 = N51 ? 1 : 0 )); N52=$(N15 N53) N15; ./N54 N55; cat <<EOF
N56 $N57
EOF
echo 'N58' > "N59/N60.txt"; cd ~/N61; N15 --; trap N15 EXIT`,
  html: `<!doctype html><!-- N1 N2 -->
<html lang="en"><head><title>N3</title><style>.N4 { color: red }</style></head>
<body><p class="N5 N6" id="N7" data-N8="N9" style="--N10: 1">N11 <a href="N12?N13=1#N14">N15</a></p><N16-N17 N18="N19">N20</N16-N17>
<input name="N21" value="N22" list=N23><script>const N24 = 1;</script></body></html>`,
  css: `/* N1 */
@import "N2.css"; @layer N3, N4; @font-face { font-family: "N5"; src: url(N6.woff2); }
:root { --N7: 1px; --N8-N9: var(--N10, N11); }
.N12 > #N13.N14:hover::before, [data-N15="N16"], p.N17 { color: red; grid-area: N18; animation: N19 2s; font-family: N20, "N21"; grid-template-areas: "N22 N23"; counter-reset: N24; container-name: N25; view-transition-name: N26; }
@keyframes N27 { from { top: 0; } to { top: 1px; } } @container N28 (width > 1rem) { .N29 { top: 0; } } @property --N30 { syntax: "*"; } @counter-style N31 { system: cyclic; } @layer N32 { .N33 { animation-name: N34; grid-row: N35; will-change: auto; } }`,
  json: `{ "N1": "N2", "N3": ["N4", { "N5": null }], "N6 N7": "N8 \\n N9" }`,
  regex: `^N1(?<N2>N3|N4[N5])\\k<N2>N6{2}$`,
  java: `package N1.N2; import N3.N4.N5; import static N6.N7.*;
/** N8 */ @N9(N10 = 1) public abstract class N11<N12 extends N13> extends N14<N12> implements N15 { // N16
  private static final N17 N18 = new N19(); N20 N21, N22 = 1; enum N23 { N24, N25(1) { void N26() {} } } record N27(N28 N29, int N30) {}
  interface N31 { default N32 N33(N34 N35) { return N35.N36(); } } N11(N37 N38) { super(N38); this.N39 = N38; }
  <N40> N40 N41(N42<? super N40> N43, int... N44) throws N45 { N46: for (N47 N48 : N49) { for (int N50 = 0; N50 < N51; N50++) continue N46; }
    try (N52 N53 = N54()) { N55.N56.N57(); } catch (N58 | N59 N60) { throw new N61("N62", N60); }
    var N63 = (N64, N65) -> N64.N66; N67 N68 = N69::N70; if (N71 instanceof N72 N73) N74[N75] = N76; switch (N77) { case N78 -> N79(); default -> {} } return (N80) N81; } }`,
  c: `#include "N1.h"
#define N2(N3) ((N3) * N4)
/* N5 */ typedef struct N6 { int N7; struct N8 *N9; } N10; enum N11 { N12 = 1, N13 }; union N14 { int N15[N16]; };
static int N17 = 1, *N18; N19 N20(N21 *N22, const char N23[], int (*N24)(N25)); // N26
int main(int N27, char **N28) { N29 N30 = { .N31 = 1, N32 }; N30.N33 = N22->N34; for (int N35 = 0; N35 < N36; N35++) { goto N37; }
  printf("N38 %d\\n", N39(N40)); switch (N41) { case N42: break; } N37: return sizeof(N43) + (N44)N45 ? N46 : N47; }`,
  cpp: `#include "N1.hpp"
namespace N2::N3 { using N4 = N5<N6>; template <typename N7, int N8> class N9 : public N10<N7> { public: N9(N11 N12) : N13(N12), N14{1} {} virtual ~N9() = default; N15 N16(const N17& N18) const override; private: N19 N20_; static N21 N22; }; }
enum class N23 { N24, N25 }; struct N26 { int N27 = 1; bool operator==(const N26& N28) const; }; concept N29 = true; // N30
auto N31 = [N32, &N33](auto N34) -> N35 { return N34.N36 + N33->N37; }; void N38(N39&& N40, N41 N42 = N43) { for (const auto& [N44, N45] : N46) { N47::N48(N44) << "N49"; } try { throw N50("N51"); } catch (const N52& N53) { N53.N54(); } N55<N56> N57{N58}; int N59(N60), N61[N62]; using namespace N63; }`,
  go: `package N1
import N2 "N3/N4"
// N5
const ( N6 = iota; N7 ); var N8, N9 N10 = 1, 2
type N11 struct { N12, N13 N14; N15 *N16 \`N17:"N18"\`; N19 }; type N20 interface { N21(N22 N23) (N24, error); N25 }; type N26[N27 N28] map[string]N27
func (N29 *N30) N31(N32, N33 int, N34 ...N35) (N36 N37, N38 error) { N39 := N40.N41(N32); N42, N43 := N44[N45]; for N46, N47 := range N48 { N46++; N47.N49 = N50 }
	N51: for { break N51 }; switch N52 := N53.(type) { case N54, *N55: N56() }; select { case N57 := <-N58: go N59(N57) }; defer func(N60 int) { N61 <- N60 }(1); return N62{N63: 1, N64: N65}, nil }
func N66[N67 any, N68 N69](N70 N67) N68 { if N71 := N72(); N71 != nil { goto N73 }; N73: return N74.N75 }`,
  rust: `use N1::{N2, N3 as N4}; mod N5; extern crate N6;
/// N7
#[derive(N8)] pub struct N9<'N10, N11: N12> { pub N13: N14, N15: &'N10 N16<N11> } struct N17(N18, N19); enum N20 { N21, N22(N23), N24 { N25: N26 } } type N27 = N28; const N29: N30 = 1; static N31: N32 = N33;
trait N34<N35> where N35: N36 { type N37; const N38: N39; fn N40(&self, N41: N42) -> N43; } impl<N44> N45 for N46<N44> { fn N47(&mut self, mut N48: N49) -> N50 { self.N51 = N48; 'N52: loop { break 'N52; } } }
fn N53<N54>(N55: N56, (N57, N58): (N59, N60)) { let N61 = N62::N63(N55); let Some(N64) = N65 else { return }; let N66 = |N67, N68: N69| N67.N70(N68); for (N71, N72) in N73.N74() { N75!("N76 {N77} {}", N72); }
  match N78 { N79::N80(N81) | N82 { N83, N84: N85, .. } if N86 => N87, N88 @ 1..=2 => N89[N90], _ => N91 } if let N92 { N93 } = N94 { N95 } } macro_rules! N96 { ($N97:expr) => { $N97 }; } async fn N98() { N99().await?; }`,
  csharp: `using N1 = N2.N3; using static N4.N5; namespace N6.N7;
/// N8
[N9(N10 = 1)] public abstract class N11<N12> : N13<N12>, N14 where N12 : N15, new() { // N16
  private readonly N17 _N18 = new N19 { N20 = 1 }; public N21 N22 { get; init; } = N23; public event N24? N25; public N26 this[int N27] => N28[N27]; enum N29 { N30, N31 = 2 } record N32(N33 N34, int N35); delegate N36 N37(N38 N39); struct N40 { public int N41; } interface N42 { N43 N44(); }
  public N11(N45 N46) : base(N46) { this.N47 = N46; } async Task<N48> N49<N50>(ref N51 N52, out int N53, params N54[] N55) { var (N56, N57) = N58; foreach (var N59 in N60) { await N61.N62(N59, N63: 1); } try { throw new N64($"N65 {N66:N2} {N67.N68}"); } catch (N69 N70) when (N70.N71) { }
    Func<int, int> N72 = N73 => N73 + 1; N74 N75 = (N76, N77) => N78; if (N79 is N80 { N81: 1 } N82) N83 = N84 switch { N85 => N86, _ => N87 }; using var N88 = N89(); N90: goto N90; int N91(int N92) => N92; return from N93 in N94 where N93.N95 select N96; } }`,
  php: `<?php
namespace N1\\N2; use N3\\N4 as N5; use function N6\\N7; // N8
const N9 = 1; define('N10', 2); #[N11(N12: 1)] abstract class N13 extends N14 implements N15 { use N16; const N17 = 1; private static ?N18 $N19 = null; public function __construct(private readonly N20 $N21) {} protected function N22(N23|N24 $N25, array &$N26 = [], ...$N27): static { $this->N28 = $N25->N29(); self::N30($N26['N31']); return N32::N33; } }
interface N34 { } trait N35 { } enum N36: string { case N37 = 'N38'; } function N39(int $N40): N41 { global $N42; static $N43; foreach ($N44 as $N45 => [$N46, $N47]) { echo "N48 $N49 {$N50->N51} \${N52}"; } try { } catch (N53 | N54 $N55) { } $N56 = fn($N57) => $N57 + $N58; $N59 = function () use (&$N60) { }; $$N61 = new class(N62) { public $N63; }; N64: goto N64; list('N65' => $N66) = $N67; match (true) { $N68 => N69(N70: 1) }; }
echo <<<N71
N72 $N73
N71;`,
  ruby: `require "N1"; require_relative "N2/N3" # N4
module Na5; class Na6 < Na7::Na8; include Na9; attr_accessor :N10, :N11; Na12 = 1; @@N13 = 2; def initialize(N14, N15 = 1, *N16, N17:, N18: 2, **N19, &N20); @N21 = N14; $N22 = N15; super(); end
def self.N23 = N24; def N25?; N26.N27 { |N28, (N29, N30)| N28.N31(N29) }; yield N32; end; alias N33 N25?; private def N34!(N35) = N35&.N36; end; end
N37 = ->(N38) { N38 + N39 }; N40, *N41 = N42; N43 = { N44: 1, "N45" => :N46, N47 => N48 }; "N49 #{N50.N51} N52"; %w[N53 N54]; /N55(?<N56>N57)/; for N58 in N59 do N60 end
begin; raise Na61, "N62"; rescue Na63, Na64 => N65; retry; ensure; N66; end; case N67 in { N68:, N69: N70 } then N71 in [N72, *N73] then N74 end; Na75 = Struct.new(:N76, :N77); puts <<~N78
  N79 #{N80}
N78
define_method(:N81) { |N82| N82 }; N83.each do |N84; N85| N84 end; loop { break N86 }`,
  kotlin: `package N1.N2; import N3.N4 as N5 // N6
@N7(N8 = 1) abstract class N9<out N10 : N11>(private val N12: N13, var N14: N15 = N16) : N17(N12), N18 by N19 { companion object N20 { const val N21 = 1 }; lateinit var N22: N23; val N24 get() = N25; init { this.N26 = N27 }; inner class N28; enum class N29 { N30, N31(1) }; abstract fun N32(N33: N34): N35 }
data class N36(val N37: N38); sealed interface N39; object N40; typealias N41 = N42; fun <N43> N44<N43>.N45(vararg N46: N43, N47: (N48) -> N49 = { N50 -> N50.N51 }): N52 where N43 : N53 { val (N54, N55) = N56; for ((N57, N58) in N59) { N60@ while (true) break@N60 }
  when (val N61 = N62) { is N63 -> N64; in N65 -> "N66 $N67 \${N68.N69}"; else -> N70::N71 }; try { throw N72("N73") } catch (N74: N75) { N74.N76 }; N77.N78 { N79, _ -> N80(N81 = N79) }; val N82 by lazy { N83 }; N84?.N85 ?: return N86 as N87; suspend fun N88() = N89[N90] }`,
  swift: `import N1 // N2
@N3 final class N4<N5: N6>: N7, N8 where N5: N9 { private(set) var N10: N11 = N12; static let N13 = 1; lazy var N14 = N15(); init?(N16 N17: N18, _ N19: N20 = N21) { self.N22 = N17 }; deinit {}; subscript(N23: N24) -> N25 { get { N26 } set(N27) { N28 = N27 } } }
struct N29 { let N30: N31 }; enum N32: N33 { case N34, N35(N36: N37); indirect case N38 }; protocol N39 { associatedtype N40; func N41(N42 N43: N44) throws -> N45 }; extension N46: N47 {}; typealias N48 = N49; actor N50 {}
func N51<N52>(_ N53: N52, N54 N55: inout N56, N57: N58...) async rethrows -> (N59: N60, N61) { guard let N62, let N63 = N64?.N65 else { return }; for (N66, N67) in N68 where N66 { N69: while true { break N69 } }; switch N70 { case .N71(let N72): N73; case let N74 where N74 > 1: "N75 \\(N76.N77)"; default: break }
  do { try N78(N79: 1) } catch let N80 as N81 { throw N82.N83(N80) }; let N84 = { [weak N85] (N86: N87) -> N88 in N86 }; N89.N90 { $0.N91 }; let (N92, N93) = N94; if case .N95 = N96, #available(iOS 1, *) {}; defer { N97 } }`,
};
