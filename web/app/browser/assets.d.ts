// The bundler makes a text of a table.
declare module "*.csv" {
  const text: string;
  export default text;
}
