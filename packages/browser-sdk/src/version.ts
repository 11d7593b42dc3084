/**
 * Same as in package.json; a test compares them. Importing the JSON would put all of it into the
 * bundle.
 */
export const sdkVersion = '0.70.0';
