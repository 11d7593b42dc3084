import type { Page } from '../../../kernel/http/mount.ts';
import type { PublicIncident, PublicStatus } from './public-status.ts';
import { escapeXml, stateWords } from './words.ts';

/** What was not operational in the last 7 days, newest first (RFC 4287). */
export function feedOf({ title, url, at, incidents }: PublicStatus, cacheControl: string): Page {
    const name = escapeXml(title);
    const link = escapeXml(url);
    const updated = incidents.reduce((latest, each) => Math.max(latest, changedAt(each).getTime()), 0);
    const lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        `<id>${link}</id>`,
        `<title>${name}</title>`,
        `<updated>${(updated === 0 ? at : new Date(updated)).toISOString()}</updated>`,
        `<author><name>${name}</name></author>`,
        `<link rel="self" type="application/atom+xml" href="${link}/feed.atom"/>`,
        `<link rel="alternate" type="text/html" href="${link}"/>`,
        ...incidents.map((incident) => entryOf(incident, link)),
        '</feed>',
        ''
    ];
    return {
        status: 200,
        headers: {
            'content-type': 'application/atom+xml; charset=utf-8',
            'content-security-policy': "default-src 'none'",
            'cache-control': cacheControl,
            'access-control-allow-origin': '*',
            'x-robots-tag': 'noindex'
        },
        body: lines.join('\n')
    };
}

const changedAt = ({ since, until }: PublicIncident): Date => until ?? since;

function entryOf(incident: PublicIncident, link: string): string {
    const { id, name, state, since, until } = incident;
    const text = `${name}: ${stateWords[state].toLowerCase()} since ${since.toISOString()}${until ? `, over since ${until.toISOString()}` : ''}.`;
    return [
        '<entry>',
        `<id>urn:patchbay:incident:${id}</id>`,
        `<title>${escapeXml(`${name}: ${stateWords[state].toLowerCase()}${until ? ', over' : ''}`)}</title>`,
        `<published>${since.toISOString()}</published>`,
        `<updated>${changedAt(incident).toISOString()}</updated>`,
        `<link rel="alternate" type="text/html" href="${link}"/>`,
        `<content type="text">${escapeXml(text)}</content>`,
        '</entry>'
    ].join('\n');
}
