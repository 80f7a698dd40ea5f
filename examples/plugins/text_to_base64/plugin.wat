;; Text to Base64: the bytes of a text in UTF-8, six bits at a time.
(module
  ;;@include ../json/json.wat
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
