import { describe, expect, it } from 'vitest';
import { redirectedStep, targetUrl, urlRefusal } from './target-url.js';

describe('urlRefusal', () => {
  it.each([
    'http://a.example',
    'https://a.example:8443/b?c=d',
    'HTTP://A.example',
    'http://[::1]/',
  ])('takes %s', (url) => {
    expect(urlRefusal(url)).toBeUndefined();
  });

  it.each([
    ['file:///etc/passwd', 'must be an http or https URL'],
    ['ftp://a.example', 'must be an http or https URL'],
    ['javascript:alert(1)', 'must be an http or https URL'],
    ['http://user@a.example', 'must not carry a user name or password'],
    ['http://:word@a.example', 'must not carry a user name or password'],
    ['http://a.example@evil.example', 'must not carry a user name or password'],
    ['/path', 'is not a URL'],
    ['http://', 'is not a URL'],
    ['', 'is not a URL'],
  ])('refuses %s: it %s', (url, reason) => {
    expect(urlRefusal(url)).toBe(reason);
    expect(() => targetUrl(url)).toThrow(expect.objectContaining({ code: 'forbidden-target' }));
  });
});

describe('redirectedStep', () => {
  const step = {
    url: new URL('https://a.example/x?q=1'),
    method: 'POST',
    body: 'text',
  };

  it('goes nowhere without a redirect status and a location', () => {
    expect(redirectedStep(step, 200, '/y')).toBeUndefined();
    expect(redirectedStep(step, 304, '/y')).toBeUndefined();
    expect(redirectedStep(step, 302, undefined)).toBeUndefined();
  });

  it.each([
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [302, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [301, 'GET', 'GET'],
  ])('%d after %s continues with %s', (status, method, expected) => {
    const next = redirectedStep({ ...step, method }, status, 'y#part');
    expect(next).toMatchObject({ method: expected, url: new URL('https://a.example/y') });
    expect(next?.body).toBe(expected === method ? 'text' : undefined);
  });

  it.each([
    'https://b.example/',
    'http://a.example/',
    'https://a.example:8443/',
    '//b.example/x',
    'https://a.example.b.example/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'https://user@a.example/',
  ])('does not follow to %s and does not show it', (location) => {
    const attempt = (): unknown => redirectedStep(step, 302, location);
    expect(attempt).toThrow(expect.objectContaining({ code: 'forbidden-target' }));
    expect(attempt).not.toThrow(location);
  });

  it('refuses a location that is no URL', () => {
    expect(() => redirectedStep(step, 302, 'https://[')).toThrow('not a URL');
  });
});
