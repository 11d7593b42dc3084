// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, heading, startWidget } from '../../App.fixtures.tsx';
import { everyIntegration, gem, github, integration } from '../../stories/samples.ts';

afterEach(cleanup);

const rows = () => within(screen.getByRole('list')).getAllByRole('button');

const names = () => rows().map((row) => row.querySelector('.row-name')?.textContent);

const focused = () => document.activeElement;

async function openList(integrations = everyIntegration, setup = {}) {
    const widget = startWidget({}, { integrations }, { setup });
    await heading('Choose an app to connect');
    return widget;
}

test('an app is shown by its mark, and by its initials where it has none', async () => {
    await openList([github, gem]);
    const [withMark, without] = rows();
    expect(withMark?.querySelector('img')?.getAttribute('src')).toBe(github.logo);
    expect(without?.querySelector('svg text')?.textContent).toBe('G');
});

test('an app whose mark cannot be loaded is shown by its initials', async () => {
    await openList([github, { ...github, id: 'second', logo: '/logo/second' }]);
    const [first, second] = rows();
    const image = first?.querySelector('img');
    if (image) fireEvent.error(image);
    expect(first?.querySelector('svg text')?.textContent).toBe('GH');
    expect(second?.querySelector('img')?.getAttribute('src')).toBe('/logo/second');
});

test('the keyboard alone finds an app, with or without its accents', async () => {
    const { user, told } = startWidget({}, { integrations: everyIntegration });
    await heading('Choose an app to connect');
    await user.click(screen.getByRole('searchbox', { name: 'Search apps' }));
    await user.keyboard('creme');
    expect(screen.getByRole('status').textContent).toBe('1 result');
    expect(within(screen.getByRole('list')).getAllByRole('button')).toHaveLength(1);
    await user.keyboard('{ArrowDown}{Enter}');
    await heading('Connect Crème Warehouse');
    await user.click(button('Back'));
    await heading('Choose an app to connect');
    await waitFor(() => expect(told).toContainEqual({ type: 'event', name: 'integration_selected', integrationId: 'warehouse' }));
});

test('the rows follow the text of the search before the next key is handled', async () => {
    await openList();
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    // Outside of act, which would also wait for what React defers.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'creme');
    search.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    expect(within(screen.getByRole('list')).getAllByRole('button')).toHaveLength(1);
});

test('a search without a match offers to clear it', async () => {
    const { user } = startWidget({}, { integrations: everyIntegration });
    const search = await screen.findByRole('searchbox');
    await user.type(search, 'zzz');
    expect(await screen.findAllByText('No app matches “zzz”.')).toHaveLength(2);
    await user.click(button('Clear search'));
    expect(screen.getAllByRole('listitem')).toHaveLength(everyIntegration.length);
    expect(document.activeElement).toBe(search);
});

test('few apps need no search', async () => {
    await openList([gem, github]);
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(names()).toHaveLength(2);
});

test.each([
    ['CRÈME', ['Crème Warehouse']],
    ['creme ware', ['Crème Warehouse']],
    ['warehouse creme', ['Crème Warehouse']],
    ['support', ['Zendesk']],
    ['Code', ['GitHub']],
    ['  git ', ['GitHub']],
    ['gihub', ['GitHub']],
    ['zendsek', ['Zendesk']]
])('%j finds %j, by name, category and alias', async (query, found) => {
    const { user } = await openList();
    await user.type(screen.getByRole('searchbox', { name: 'Search apps' }), query);
    expect(names()).toEqual(found);
});

test.each([
    ['excel', ['Microsoft']],
    ['email', ['Google', 'Microsoft']],
    ['mail', ['Google', 'Microsoft']]
])('%j finds what has it among other things: %j', async (query, found) => {
    // As providers have them: every-provider.test.ts.
    const suites = [
        integration({ id: 'google', display_name: 'Google', aliases: ['gmail', 'email'] }),
        integration({ id: 'microsoft', display_name: 'Microsoft', aliases: ['outlook', 'email', 'excel'] })
    ];
    const { user } = await openList([...suites, ...everyIntegration]);
    await user.type(screen.getByRole('searchbox', { name: 'Search apps' }), query);
    expect(names()).toEqual(found);
});

test('arrows, Home and End move between rows, and Up from the first row focuses the search', async () => {
    const { user } = await openList();
    const search = screen.getByRole('searchbox');
    search.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe(rows()[1]);
    await user.keyboard('{End}');
    expect(focused()).toBe(rows().at(-1));
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(rows().at(-1));
    await user.keyboard('{Home}');
    expect(focused()).toBe(rows()[0]);
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe(search);
    await user.keyboard('ab{Home}x');
    expect(search).toHaveProperty('value', 'xab');
});

test('a connected app has that in its name, and its categories below', async () => {
    await openList([{ ...gem, is_connected: true, categories: ['Recruiting'] }, github]);
    expect(document.getElementById(button('Gem Connected').getAttribute('aria-describedby') ?? '')?.textContent).toBe('Recruiting');
    expect(button('GitHub')).toBeTruthy();
});

test('a search without a match can be requested once, and is reported to the host', async () => {
    const { user, told } = await openList(everyIntegration, { takesRequests: true });
    await user.type(screen.getByRole('searchbox'), ' Google Kalender ');
    await user.click(button('Ask for this app'));
    expect(screen.queryByRole('button', { name: 'Ask for this app' })).toBeNull();
    expect(focused()?.textContent).toBe('Your request was sent to Northwind.');
    const asked = () => told.filter((message) => message.type === 'event' && message.name === 'request_integration');
    await waitFor(() => expect(asked()).toEqual([{ type: 'event', name: 'request_integration', query: 'Google Kalender' }]));
    await user.type(screen.getByRole('searchbox'), 's');
    expect(button('Ask for this app')).toBeTruthy();
    await user.click(button('Clear search'));
    expect(names()).toHaveLength(everyIntegration.length);
    expect(asked()).toHaveLength(1);
});

test('where the host does not take requests, none is offered', async () => {
    const { user } = await openList(everyIntegration, { origin: 'https://host.example' });
    await user.type(screen.getByRole('searchbox'), 'zzz');
    expect(screen.getByRole('button', { name: 'Clear search' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ask for this app' })).toBeNull();
});

const manyApps = Array.from({ length: 24 }, (_, index) =>
    integration({
        id: `app-${index}`,
        display_name: `App ${index}`,
        categories: [index % 2 === 0 ? 'Recruiting' : 'Accounting']
    })
);

test('a category of many apps is a click, is still chosen after Back, and goes with the search', async () => {
    const { user } = await openList(manyApps);
    const category = () => screen.getByRole('button', { name: 'Accounting', pressed: false });
    const chosen = () => screen.getByRole('button', { name: 'Accounting', pressed: true });
    await user.click(category());
    expect([names().length, chosen()]).toEqual([12, expect.anything()]);
    await user.click(button('App 3'));
    await heading('Connect App 3');
    await user.click(button('Back'));
    await heading('Choose an app to connect');
    expect([names().length, chosen()]).toEqual([12, expect.anything()]);
    await user.clear(screen.getByRole('searchbox'));
    expect([names().length, category()]).toEqual([24, expect.anything()]);
});

test('few apps have no choice of a category', async () => {
    await openList();
    expect(screen.queryByRole('button', { pressed: false })).toBeNull();
});

test('three hundred apps are filtered at each keystroke', async () => {
    const many = Array.from({ length: 300 }, (_, index) => integration({ id: `app-${index}`, display_name: `App ${index}` }));
    const { user } = await openList(many);
    await user.type(screen.getByRole('searchbox'), '29');
    expect(screen.getByRole('status').textContent).toBe('13 results');
    expect(names()).toHaveLength(13);
});
