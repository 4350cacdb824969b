// The headers of every response. None is set elsewhere, so that none can be forgotten.
//
// The content security policy allows only this server as a source, and scripts and HTML only through the Trusted Types
// policy `tabstop`. Settings may add hosts, never permissions.

import { deliveredUnder } from "../accounts/photo/cloudinary-signature.ts";
import type { Settings } from "../settings.ts";

type Relevant = Pick<Settings, "apiBaseUrl" | "photoHosts" | "cloudinary" | "publicUrl" | "allowedOrigins">;

export function securityHeaders(settings: Relevant): Readonly<Record<string, string>> {
  return {
    "content-security-policy": contentSecurityPolicy(settings),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    // Pages of an allowed origin show the photos of this server.
    "cross-origin-resource-policy": settings.allowedOrigins.length > 0 ? "cross-origin" : "same-origin",
    "permissions-policy":
      "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    // The public address decides, since a proxy may terminate https. Over plain http browsers ignore the header.
    ...(settings.publicUrl?.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

function contentSecurityPolicy({ apiBaseUrl, photoHosts, cloudinary }: Relevant): string {
  const api = apiBaseUrl?.startsWith("http") ? [new URL(apiBaseUrl).origin] : [];
  const widget = cloudinary ? ["https://upload-widget.cloudinary.com"] : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...widget],
    "style-src": ["'self'"],
    "img-src": [
      "'self'",
      "data:",
      "blob:",
      ...api,
      ...photoHosts.map((host) => `https://${host}`),
      ...(cloudinary ? [deliveredUnder(cloudinary)] : []),
    ],
    "connect-src": ["'self'", ...api, ...(cloudinary ? ["https://api.cloudinary.com"] : [])],
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    ...(cloudinary ? { "frame-src": widget } : {}),
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["tabstop"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}
