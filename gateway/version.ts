/** The version of the API's description, `info.version` of its OpenAPI document. */
export const VERSION = "0.1.0";
