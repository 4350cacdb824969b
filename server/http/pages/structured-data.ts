// The structured data of the site for search engines: a website that can be searched, and its organization.

const productName = "Tabstop";

/** `publicUrl` without a slash at its end. */
export function siteData(publicUrl: string, socialLinks: readonly string[]): object {
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
        ...(socialLinks.length > 0 && { sameAs: socialLinks }),
      },
    ],
  };
}
