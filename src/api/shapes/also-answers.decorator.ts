import { type Type } from '@nestjs/common';
import { documented } from './documentation.js';

/** Documents a second success of a handler, which sets its status itself: 202 with what to follow. */
export function AlsoAnswers(status: 202, description: string, answer: Type): MethodDecorator {
  return (...handler) => {
    documented(({ ApiResponse }) => {
      ApiResponse({ status, description, type: answer })(...handler);
    });
  };
}
