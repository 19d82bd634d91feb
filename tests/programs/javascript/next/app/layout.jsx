export default function Layout({ children }) {
  return (
    <html lang="en">
      <link rel="icon" href="data:," />
      <body>{children}</body>
    </html>
  );
}
