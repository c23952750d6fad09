/** The version of the product, as its API's description and its metrics tell it. */
export const VERSION = "0.1.0";
