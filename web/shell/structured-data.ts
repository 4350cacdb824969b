// What the site says about itself to search engines: a website that can be searched, and who is behind it.

import { productName } from "./page-title.ts";

/** `publicUrl` without a slash at its end; `socialLinks` as the server wrote them, separated by spaces. */
export function siteData(publicUrl: string, socialLinks: string): object {
  const links = socialLinks.split(/\s+/).filter((link) => link !== "");
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "WebSite",
        "@id": `${publicUrl}/#website`,
        name: productName,
        url: `${publicUrl}/`,
        description: "Learn programming through interactive exercises",
        publisher: { "@id": `${publicUrl}/#organization` },
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}/courses?search={search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      },
      {
        "@type": "Organization",
        "@id": `${publicUrl}/#organization`,
        name: productName,
        url: `${publicUrl}/`,
        logo: `${publicUrl}/icon-512.png`,
        ...(links.length > 0 && { sameAs: links }),
      },
    ],
  };
}
