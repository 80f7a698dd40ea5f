;; Text to Base64: the bytes of a text in UTF-8, six bits at a time.
(module
  ;; What the examples share: read the request, find a value in it, write the result.
;; The request is {"capability": …, "params": {…}, "locale": …}, written without superfluous escapes.

(import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
(import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
(import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
;;@imports

(memory (export "memory") 48)

(global $INPUT i32 (i32.const 65536))    ;; the request, at most 1 MB of it
(global $TEXT i32 (i32.const 1179648))   ;; a text without its escapes
(global $OUTPUT i32 (i32.const 2228224)) ;; the result
(global $input_size (mut i32) (i32.const 0))
(global $text_size (mut i32) (i32.const 0))
(global $output_size (mut i32) (i32.const 0))

;; Read the whole request.
(func $read_request
  (local $got i32)
  (loop $more
    (i32.store (i32.const 0) (i32.add (global.get $INPUT) (global.get $input_size)))
    (i32.store (i32.const 4) (i32.sub (i32.const 1048576) (global.get $input_size)))
    (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (local.set $got (i32.load (i32.const 8)))
    (global.set $input_size (i32.add (global.get $input_size) (local.get $got)))
    (br_if $more (local.get $got))))

;; End with words on the error output; they are told to whoever called.
(func $fail (param $at i32) (param $size i32)
  (i32.store (i32.const 0) (local.get $at))
  (i32.store (i32.const 4) (local.get $size))
  (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))
  (call $proc_exit (i32.const 1))
  unreachable)

(func $same (param $one i32) (param $other i32) (param $size i32) (result i32)
  (block $different
    (loop $next
      (if (i32.eqz (local.get $size)) (then (return (i32.const 1))))
      (br_if $different (i32.ne (i32.load8_u (local.get $one)) (i32.load8_u (local.get $other))))
      (local.set $one (i32.add (local.get $one) (i32.const 1)))
      (local.set $other (i32.add (local.get $other) (i32.const 1)))
      (local.set $size (i32.sub (local.get $size) (i32.const 1)))
      (br $next)))
  (i32.const 0))

;; The place of some bytes between two places, or 0.
(func $find (param $from i32) (param $to i32) (param $wanted i32) (param $size i32) (result i32)
  (block $none
    (loop $next
      (br_if $none (i32.gt_u (i32.add (local.get $from) (local.get $size)) (local.get $to)))
      (if (call $same (local.get $from) (local.get $wanted) (local.get $size)) (then (return (local.get $from))))
      (local.set $from (i32.add (local.get $from) (i32.const 1)))
      (br $next)))
  (i32.const 0))

;; The place of the value of a key, which is given with its quotes and its colon; 0 where the request has none.
(func $value_of (param $key i32) (param $size i32) (result i32)
  (local $at i32)
  (local.set $at
    (call $find (global.get $INPUT) (i32.add (global.get $INPUT) (global.get $input_size)) (local.get $key) (local.get $size)))
  (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
  (local.set $at (i32.add (local.get $at) (local.get $size)))
  (loop $blank
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 32))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $blank))))
  (local.get $at))

(func $put_byte (param $byte i32)
  (i32.store8 (i32.add (global.get $OUTPUT) (global.get $output_size)) (local.get $byte))
  (global.set $output_size (i32.add (global.get $output_size) (i32.const 1))))

(func $put (param $at i32) (param $size i32)
  (memory.copy (i32.add (global.get $OUTPUT) (global.get $output_size)) (local.get $at) (local.get $size))
  (global.set $output_size (i32.add (global.get $output_size) (local.get $size))))

;; Write the result; a program may be given less room at once than it asks for.
(func $write_result
  (local $done i32)
  (loop $more
    (i32.store (i32.const 0) (i32.add (global.get $OUTPUT) (local.get $done)))
    (i32.store (i32.const 4) (i32.sub (global.get $output_size) (local.get $done)))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
    (local.set $done (i32.add (local.get $done) (i32.load (i32.const 8))))
    (br_if $more (i32.lt_u (local.get $done) (global.get $output_size)))))

(func $hex (param $digit i32) (result i32)
  (if (result i32) (i32.le_u (local.get $digit) (i32.const 57))
    (then (i32.sub (local.get $digit) (i32.const 48)))
    (else (i32.sub (i32.or (local.get $digit) (i32.const 32)) (i32.const 87)))))

(func $keep (param $byte i32)
  (i32.store8 (i32.add (global.get $TEXT) (global.get $text_size)) (local.get $byte))
  (global.set $text_size (i32.add (global.get $text_size) (i32.const 1))))

;; Take the escapes out of the text that begins behind a quote; $TEXT and $text_size hold it then.
(func $read_text (param $at i32)
  (local $byte i32)
  (block $end
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $end (i32.eq (local.get $byte) (i32.const 34)))
      (if (i32.eq (local.get $byte) (i32.const 92))
        (then
          (local.set $byte (i32.load8_u (local.get $at)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (if (i32.eq (local.get $byte) (i32.const 117)) ;; \u00XX: only control characters are written so
            (then
              (local.set $byte
                (i32.or
                  (i32.shl (call $hex (i32.load8_u offset=2 (local.get $at))) (i32.const 4))
                  (call $hex (i32.load8_u offset=3 (local.get $at)))))
              (local.set $at (i32.add (local.get $at) (i32.const 4))))
            (else
              (if (i32.eq (local.get $byte) (i32.const 110)) (then (local.set $byte (i32.const 10))))
              (if (i32.eq (local.get $byte) (i32.const 116)) (then (local.set $byte (i32.const 9))))
              (if (i32.eq (local.get $byte) (i32.const 114)) (then (local.set $byte (i32.const 13))))
              (if (i32.eq (local.get $byte) (i32.const 98)) (then (local.set $byte (i32.const 8))))
              (if (i32.eq (local.get $byte) (i32.const 102)) (then (local.set $byte (i32.const 12))))))))
      (call $keep (local.get $byte))
      (br $next))))

;; Write bytes of a text with the escapes JSON needs.
(func $put_text (param $at i32) (param $size i32)
  (local $byte i32)
  (block $end
    (loop $next
      (br_if $end (i32.eqz (local.get $size)))
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.lt_u (local.get $byte) (i32.const 32))
        (then (local.set $byte (i32.const 32))) ;; a control character becomes a blank
        (else
          (if (i32.or (i32.eq (local.get $byte) (i32.const 34)) (i32.eq (local.get $byte) (i32.const 92)))
            (then (call $put_byte (i32.const 92))))))
      (call $put_byte (local.get $byte))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $size (i32.sub (local.get $size) (i32.const 1)))
      (br $next))))
  (data (i32.const 1024) "\22text\22:")
  (data (i32.const 1056) "there is no text 'text'")
  (data (i32.const 1100) "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  (func $letter (param $bits i32)
    (call $put_byte (i32.load8_u offset=1100 (i32.and (local.get $bits) (i32.const 63)))))

  (func (export "_start")
    (local $at i32) (local $left i32) (local $bits i32)
    (call $read_request)
    (local.set $at (call $value_of (i32.const 1024) (i32.const 7)))
    (if (i32.eqz (local.get $at)) (then (call $fail (i32.const 1056) (i32.const 23))))
    (call $read_text (i32.add (local.get $at) (i32.const 1)))
    (local.set $at (global.get $TEXT))
    (local.set $left (global.get $text_size))
    (call $put_byte (i32.const 34))
    (loop $next
      (if (local.get $left)
        (then
          ;; What lies behind the text is zero, so the last bits need no other treatment.
          (local.set $bits
            (i32.or
              (i32.or
                (i32.shl (i32.load8_u (local.get $at)) (i32.const 16))
                (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 8)))
              (i32.load8_u offset=2 (local.get $at))))
          (call $letter (i32.shr_u (local.get $bits) (i32.const 18)))
          (call $letter (i32.shr_u (local.get $bits) (i32.const 12)))
          (if (i32.gt_u (local.get $left) (i32.const 1))
            (then (call $letter (i32.shr_u (local.get $bits) (i32.const 6))))
            (else (call $put_byte (i32.const 61))))
          (if (i32.gt_u (local.get $left) (i32.const 2))
            (then (call $letter (local.get $bits)))
            (else (call $put_byte (i32.const 61))))
          (local.set $at (i32.add (local.get $at) (i32.const 3)))
          (local.set $left (select (i32.sub (local.get $left) (i32.const 3)) (i32.const 0)
            (i32.gt_u (local.get $left) (i32.const 3))))
          (br $next))))
    (call $put_byte (i32.const 34))
    (call $write_result)))
