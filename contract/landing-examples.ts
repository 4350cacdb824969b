// The examples that a visitor can type on the landing page. The page has their code; the server knows each by the hash of
// its code, so that a visitor's run is kept where a published course has the same example.

export const landingExamples = [
  {
    title: "Template literals",
    language: "javascript",
    code_hash: "4d3a0d5fc623f05c6650c5a90dd111dc95781681099b0e7158ed35a78adca472",
  },
  {
    title: "Tuple",
    language: "typescript",
    code_hash: "3d6855540fd54b06a949542ab8a459c0b8096f1f3de63935faaa4b0ec1409324",
  },
  {
    title: "f-strings",
    language: "python",
    code_hash: "1655fdb3415b14c4b22607f5b8c84fabf8d11d0f39a855920e240e984fa21116",
  },
  {
    title: "AND with OR in parentheses",
    language: "sql",
    code_hash: "0a53d3d77036a62df6cee0f2525ca838379c4ac8a09c3794245e5725e53a1fba",
  },
] as const;
