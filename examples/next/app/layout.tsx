import type { ReactNode } from "react";

export const metadata = { title: "A shot on a table", icons: "data:," };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ margin: 0, background: "#10131c", color: "#dde3f0", font: "16px system-ui" }}>{children}</body>
    </html>
  );
}
