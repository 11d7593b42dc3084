/** @param header the request's `Cookie` */
export function readCookie(header: string | undefined, name: string): string | undefined {
    return eachCookie(header).find(([key]) => key === name)?.[1];
}

export function eachCookie(header = ''): [name: string, value: string][] {
    return header.split(';').map((part) => {
        const [name = '', ...value] = part.trim().split('=');
        return [name, value.join('=')];
    });
}
