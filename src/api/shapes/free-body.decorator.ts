import { documented } from './documentation.js';

/**
 * Documents a handler whose body is any JSON object: what it holds is judged by what is called, not by a
 * shape of ours. The handler takes it as `unknown`.
 */
export function FreeBody(description: string): MethodDecorator {
  return (...handler) => {
    documented(({ ApiBody }) => {
      const schema = { type: 'object', additionalProperties: true } as const;
      ApiBody({ required: false, description, schema })(...handler);
    });
  };
}
