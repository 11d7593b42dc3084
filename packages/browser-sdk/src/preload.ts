import { createNode } from './shell.ts';

let link: HTMLLinkElement | undefined;

/**
 * Lets the browser connect to the Connect UI's host ahead of time; nothing is fetched. Calling it
 * again does nothing more.
 * @param connectUrl the Connect UI's address (`PATCHBAY_CONNECT_URL`)
 * @example
 * preload('https://connect.example.com');
 */
export function preload(connectUrl: string): void {
    link ??= createNode('link', { rel: 'preconnect', href: connectUrl });
    document.head.append(link);
}
