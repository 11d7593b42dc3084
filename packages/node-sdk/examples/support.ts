// README: begin
import { Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** What happened in an attempt. @param ref the code that the end user quotes, such as `C-7F3K2` */
export async function explain(ref: string): Promise<string[]> {
    const { data } = await patchbay.attempts.list({ ref });
    return data.flatMap(({ summary, timeline }) => [summary, ...timeline.map(({ at, text }) => `${at} ${text}`)]);
}
// README: end
