/** Charts of our own: small, still, readable with the keyboard and without eyes. Import them from here, not from the kit. */

export { BarChart, type BarPoint } from "./BarChart";
export { LineChart, type LinePoint } from "./LineChart";
export { Spark } from "./Spark";
