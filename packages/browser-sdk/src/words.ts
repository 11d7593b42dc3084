// What the host page shows of its own, before the widget can speak: too little to carry twelve languages along for.
export const title = 'Connect an app';
export const failure = 'This did not load. Close it and try again.';
export const close = 'Close';
