import { randomInt, randomUUID } from 'node:crypto';
import { PEOPLE } from '../accounts.ts';
import type { Person } from '../accounts.ts';
import { checkFields, isText } from '../check-fields.ts';
import type { Check } from '../check-fields.ts';

/** A user of the site: numbers begin at 1, as in each WordPress. */
export interface User extends Person {
    number: number;
}

export interface ApplicationPassword {
    uuid: string;
    app_id: string;
    name: string;
    created: string;
    user: User;
    /** WordPress keeps a hash, and gives the password once. */
    password: string;
}

/** What can be changed for a test. */
export interface Settings {
    /** `not_for_user`: a filter of the site keeps them from the user. */
    applicationPasswords: 'on' | 'off' | 'not_for_user';
    /** Whether its REST API is found; permalinks that are plain, or no WordPress at all. */
    hasRestApi: boolean;
    /** An address of the approval that its index gives instead of the right one. */
    authorizationUrl: string | undefined;
    /** What it says that its own address is, in the callback. */
    siteUrl: string | undefined;
    /** Where its index redirects to. */
    movedTo: string | undefined;
    /** Whether its web server keeps the `Authorization` header back. */
    stripsAuthorization: boolean;
    /** Whether it is of the type `local`, where addresses of applications may be http. */
    isLocal: boolean;
}

const users: readonly User[] = PEOPLE.map((person, index) => ({ ...person, number: index + 1 }));
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const isMode: Check = (value) => value === 'on' || value === 'off' || value === 'not_for_user';
const isBoolean: Check = (value) => typeof value === 'boolean';

/** All that the site remembers. */
export class Store {
    readonly #nowMs: () => number;
    #passwords: ApplicationPassword[] = [];
    settings = freshSettings();

    constructor(nowMs: () => number) {
        this.#nowMs = nowMs;
    }

    findUser(id: string | null): User | undefined {
        return users.find((user) => user.id === id);
    }

    /** By login or e-mail address, as WordPress finds them. */
    findByLogin(login: string): User | undefined {
        return users.find(({ id, email }) => id === login || email === login);
    }

    create(user: User, { name, appId }: { name: string; appId: string }): ApplicationPassword {
        const password = Array.from({ length: 24 }, () => characters[randomInt(characters.length)]).join('');
        const created = new Date(this.#nowMs()).toISOString().slice(0, 19);
        const made = { uuid: randomUUID(), app_id: appId, name, created, user, password };
        this.#passwords.push(made);
        return made;
    }

    /** Spaces, in which people read them, do not count. */
    find(user: User, password: string): ApplicationPassword | undefined {
        const given = password.replace(/[^a-z\d]/gi, '');
        return this.#passwords.find((one) => one.user === user && one.password === given);
    }

    /** As the application does it, or the user in their profile. @returns how many */
    delete(isMeant: (password: ApplicationPassword) => boolean): number {
        const before = this.#passwords.length;
        this.#passwords = this.#passwords.filter((one) => !isMeant(one));
        return before - this.#passwords.length;
    }

    passwords(): readonly ApplicationPassword[] {
        return this.#passwords;
    }

    /** @throws {InvalidInput} */
    change(input: unknown): Settings {
        checkFields('The settings', input, {
            application_passwords: isMode,
            has_rest_api: isBoolean,
            authorization_url: isText,
            site_url: isText,
            moved_to: isText,
            strips_authorization: isBoolean,
            is_local: isBoolean
        });
        const { application_passwords: mode, authorization_url: authorizationUrl, site_url: siteUrl, moved_to: movedTo } = input;
        const before = this.settings;
        const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise);
        const text = (value: unknown, otherwise: string | undefined) => (typeof value === 'string' ? value : otherwise);
        this.settings = {
            applicationPasswords: mode === 'on' || mode === 'off' || mode === 'not_for_user' ? mode : before.applicationPasswords,
            hasRestApi: flag(input['has_rest_api'], before.hasRestApi),
            authorizationUrl: text(authorizationUrl, before.authorizationUrl),
            siteUrl: text(siteUrl, before.siteUrl),
            movedTo: text(movedTo, before.movedTo),
            stripsAuthorization: flag(input['strips_authorization'], before.stripsAuthorization),
            isLocal: flag(input['is_local'], before.isLocal)
        };
        return this.settings;
    }

    reset(): void {
        this.#passwords = [];
        this.settings = freshSettings();
    }
}

/** What the parts of the site share. */
export interface Site {
    /** Its address, without a slash at its end. */
    url: string;
    store: Store;
}

function freshSettings(): Settings {
    return {
        applicationPasswords: 'on',
        hasRestApi: true,
        authorizationUrl: undefined,
        siteUrl: undefined,
        movedTo: undefined,
        stripsAuthorization: false,
        isLocal: true
    };
}
