import { type INestApplicationContext } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';

/** The application's connection, with the models of all its modules. */
export function connectionOf(app: INestApplicationContext): Connection {
  return app.get<Connection>(getConnectionToken(), { strict: false });
}
