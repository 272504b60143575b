// A text as a link: deflated, in the alphabet of PlantUML's text codes. Nothing is sent.
'use strict';
const zlib = require('node:zlib');

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODED = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';

function textCode(text) {
  const packed = zlib.deflateRawSync(Buffer.from(text, 'utf8'), { level: 9 });
  const padded = Buffer.concat([packed, Buffer.alloc((3 - packed.length % 3) % 3)]);
  return [...padded.toString('base64')].map((it) => CODED[PLAIN.indexOf(it)]).join('');
}

function shareLink(server, text) {
  return `${server.replace(/\/+$/, '')}/svg/${textCode(text)}`;
}

module.exports = { shareLink, textCode };
