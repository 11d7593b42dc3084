// README: begin
import { Patchbay } from '@patchbay/node';

export const patchbay = new Patchbay({
    secretKey: process.env.PATCHBAY_SECRET_KEY,
    baseUrl: process.env.PATCHBAY_PUBLIC_URL
});
// README: end
