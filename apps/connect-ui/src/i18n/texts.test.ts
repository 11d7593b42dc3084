import { expect, test, vi } from 'vitest';
import { wholeOf } from './later-texts.ts';
import { inEnglish, loadCatalogue } from './locales.ts';
import { languageOf } from './texts.ts';

const english = wholeOf(languageOf(inEnglish, 'Juniper'));
const arabic = wholeOf(languageOf(await loadCatalogue('ar'), 'Juniper'));

test('a name in an Arabic sentence keeps its brackets in place', () => {
    expect(arabic.t('detail.title', { provider: 'Sandbox (two keys)' })).toBe('ربط \u2068Sandbox (two keys)\u2069');
    expect(arabic.t('mismatch.text', { now: 'Ada (Ltd)', was: 'Grace (Inc)' })).toContain('\u2068Ada (Ltd)\u2069');
    expect(arabic.t('failed.consent_denied', { provider: 'Zoho (EU)' })).toMatch(/\u2068Juniper\u2069.*\u2068Zoho \(EU\)\u2069/);
});

test('a name in an English sentence is set apart only where it would turn the direction', () => {
    expect(english.t('detail.title', { provider: 'Sandbox (two keys)' })).toBe('Connect Sandbox (two keys)');
    expect(english.t('success.account', { account: 'חברה (בע״מ)' })).toBe('Account: \u2068חברה (בע״מ)\u2069.');
    expect(english.t('success.account', { account: 'Ada\u200F' })).toBe('Account: \u2068Ada\u200F\u2069.');
});

test('a name with overrides and isolates, closed ones too, does not turn its sentence around', () => {
    expect(english.t('success.account', { account: '\u2069\u202Eolleh' })).toBe('Account: olleh.');
    expect(english.t('success.account', { account: '\u2067חברה\u2069\u2029' })).toBe('Account: \u2068חברה\u2069.');
    expect(arabic.t('detail.title', { provider: 'Acme\u2069\u202E' })).toBe('ربط \u2068Acme\u2069');
    const { t } = wholeOf(languageOf(inEnglish, 'Juniper\u202E'));
    expect(t('list.empty.text')).toMatch(/^Juniper hasn’t/);
});

test('each name in a list is set apart by itself', () => {
    expect(english.t('field.problems', { labels: ['API key', 'שם', 'Region'] })).toBe('Check API key, \u2068שם\u2069, and Region.');
});

test('a product without a name has a default wording', () => {
    const unnamed = wholeOf(languageOf(inEnglish, null));
    expect(unnamed.t('list.empty.text')).toMatch(/^This app hasn’t/);
    expect(unnamed.t('choose.text', { provider: 'Xero' })).toContain('Which should this app use?');
    expect(unnamed.t('success.backTo')).toBe('Back to the app you came from');
    expect(english.t('success.backTo')).toBe('Back to Juniper');
});

test('a filled-in value is not searched for placeholders', () => {
    expect(english.t('success.account', { account: '{app} $& {account}' })).toBe('Account: {app} $& {account}.');
});

test('counts, dates and lists are formatted for the locale', () => {
    expect([english.plural('list.count', 1), english.plural('list.count', 1200)]).toEqual(['1 result', '1,200 results']);
    expect(arabic.plural('list.count', 2)).toBe('نتيجتان');
    const since = new Date('2026-03-03T12:00:00Z');
    expect(english.t('reconnect.account', { account: 'acme', since })).toBe('acme, connected Mar\u00a03,\u00a02026');
});

test('dates are written as in the region of the browser', () => {
    const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en-GB']);
    const since = new Date('2026-03-03T12:00:00Z');
    expect(english.t('reconnect.account', { account: 'acme', since })).toBe('acme, connected 3\u00a0Mar\u00a02026');
    languages.mockRestore();
});

test('a host puts its own words in place of any, and cannot break the others', () => {
    const host = {
        'list.title': 'Pick your tools for {app}',
        'list.count.other': '{count} tools',
        'detail.connect': 'Link {who} {constructor}',
        nonsense: 'x'
    };
    const { t, plural } = wholeOf(languageOf(inEnglish, 'Juniper', host));
    expect(t('list.title')).toBe('Pick your tools for Juniper');
    expect([plural('list.count', 1), plural('list.count', 2)]).toEqual(['1 result', '2 tools']);
    expect(t('detail.connect')).toBe('Link {who} {constructor}');
    expect(t('list.sub')).toBe(english.t('list.sub'));
});

test('what did not come of the later texts is in English', () => {
    const { t } = wholeOf(languageOf({ ...inEnglish, locale: 'de', later: () => ({ 'action.done': 'Fertig' }) }, 'Juniper'));
    expect([t('action.done'), t('action.cancel')]).toEqual(['Fertig', 'Cancel']);
});
