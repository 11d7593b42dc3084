import { room } from '../../../room.ts';
import { deleteUnusedCode } from './functions.sql.ts';

export const functions = room({
    name: 'functions',
    cleanUps: { deleteUnusedCode: ({ db, clock }) => deleteUnusedCode(db, clock.now()) }
});
