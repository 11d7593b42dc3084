const parameter = 'connect_attempt';

/**
 * Where the browser goes when a sign-in in the same tab is over: the page that was named, which learns which attempt it was and nothing else.
 * Its own query and fragment stay, letter by letter; what an earlier sign-in left there goes.
 */
export function returnAddress(returnTo: string, attemptId: string): string {
    const address = new URL(returnTo);
    const kept = address.search
        .slice(1)
        .split('&')
        .filter((part) => part !== '' && part.split('=')[0] !== parameter);
    address.search = [...kept, `${parameter}=${attemptId}`].join('&');
    return address.href;
}
